"""A table that is drawn instead of seen: mat, tray, dice and deeds from a seed."""
