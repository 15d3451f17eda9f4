"""Colours: the palette is written as hex in the drawings, Blender computes in linear light."""

import numpy as np


def linear(colour, alpha=1.0):
    """'#rrggbb' (or an RGB(A) tuple that is linear already) as a linear RGBA tuple."""
    if not isinstance(colour, str):
        return tuple(colour) if len(colour) == 4 else (*colour, alpha)
    digits = colour.lstrip("#")
    channels = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    light = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return (*light, alpha)


def rgb(colour):
    """A colour as a linear RGB array, for painting vertices."""
    return np.array(linear(colour)[:3])


def blend(a, b, weight):
    """Mixes rows of colours by a weight for each row."""
    weight = np.clip(weight, 0, 1)[:, None]
    return a * (1 - weight) + b * weight


def smooth(low, high, x):
    """0 below `low`, 1 above `high`, an S-curve between."""
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)
