"""What is to be known of the machine itself: power, heat, memory, clock, card, rights."""
