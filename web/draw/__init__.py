"""Pictures as geometry; templates make SVG of it, the style sheet gives the colours."""
