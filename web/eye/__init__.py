"""Which eye: what sees the dice, chosen by the banker."""
