"""Dice under the camera: rolls, questions, rulings."""
