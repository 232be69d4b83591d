"""Tags on deeds and cards: written, printed and read in one room."""
