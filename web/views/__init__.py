"""What a page shows, as data: made of a snapshot, in one language, for one reader."""
