"""What happened and why: the story, statements, what if."""
