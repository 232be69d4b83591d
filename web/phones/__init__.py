"""Phones and the seats they hold: joining, codes, the banker's PIN."""
