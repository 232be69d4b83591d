"""Pages: one blueprint an area. A view parses, asks, answers."""
