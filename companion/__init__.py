"""The companion: banker and referee at a real Monopoly table."""
