"""Trades: what stands, and what a new offer can name."""
