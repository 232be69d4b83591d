"""Where frames come from: devices, clips, folders, streams and the simulated table."""

from hardware.cameras.opening import open_camera
from hardware.cameras.options import CameraOptions
from hardware.cameras.reconnection import SteadyCamera, steady_camera

__all__ = ["CameraOptions", "SteadyCamera", "open_camera", "steady_camera"]
