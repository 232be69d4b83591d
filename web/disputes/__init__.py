"""Disputing a booking, the banker's ruling, and votes."""
