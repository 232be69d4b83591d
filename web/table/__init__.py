"""The table screen, and looking on."""
