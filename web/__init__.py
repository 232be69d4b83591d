"""Pages and live events for phones and the table screen."""
