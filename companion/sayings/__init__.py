"""What is said: every sentence of the terminal and the pages that stands for a code, once."""
