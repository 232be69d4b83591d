"""Sheets to print, and what a phone's camera opens at a printed tag."""
