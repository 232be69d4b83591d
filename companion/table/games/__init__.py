"""Games begin, go on, are laid aside; who holds which seat in them."""
