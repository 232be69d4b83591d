"""Double entry; knows no Monopoly."""
