"""Deeds and cards under the camera."""
