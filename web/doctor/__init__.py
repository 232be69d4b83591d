"""The doctor's page: what was found, the worst first."""
