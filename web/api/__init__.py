"""What phones and tests ask for as data."""
