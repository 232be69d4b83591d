"""What the camera sees; this room knows no game."""

import os

# onnxruntime reports to its maker unless it is told not to before it is loaded (1.31: `telemetry`).
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
