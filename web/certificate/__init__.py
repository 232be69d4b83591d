"""https: what a phone says of this companion's own certificate, and what to do about it."""
