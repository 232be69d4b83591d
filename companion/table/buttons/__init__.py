"""What presses of the seats' buttons mean, and what their lamps say."""
