"""Phones are led over to the table where their game goes on."""
