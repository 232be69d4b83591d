"""How far the companion helps in booking: what it reckons by itself may wait to be confirmed."""
