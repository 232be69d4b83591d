"""Teaching this table's dice: the course, the throws that were shown, the work beside the game."""
