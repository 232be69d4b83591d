"""Sheets to print: stickers, cards, the mat, as vectors in true millimetres."""
