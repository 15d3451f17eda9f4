"""Smooth value noise over arrays: the irregularity of petals and paper."""

import numpy as np


def _corner(ix, iy, iz, seed):
    n = (ix * 374761393 + iy * 668265263 + iz * 2147483647 + seed * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = n ^ (n >> 16)
    return (n & 0xFFFF) / 32767.5 - 1


def value_noise(x, y, z=None, seed=0):
    """Noise in -1..1 at the given points; one bump for each unit."""
    x = np.asarray(x, float)
    y = np.asarray(y, float)
    z = np.zeros_like(x) if z is None else np.asarray(z, float)
    cell = [np.floor(v).astype(np.int64) for v in (x, y, z)]
    inside = [v - c for v, c in zip((x, y, z), cell)]
    u, v, w = [t * t * t * (t * (t * 6 - 15) + 10) for t in inside]

    def corner(a, b, c):
        return _corner(cell[0] + a, cell[1] + b, cell[2] + c, seed)

    def between(a, b, t):
        return a + (b - a) * t

    def layer(c):
        near = between(corner(0, 0, c), corner(1, 0, c), u)
        far = between(corner(0, 1, c), corner(1, 1, c), u)
        return between(near, far, v)

    return between(layer(0), layer(1), w)


def layered_noise(x, y, z=None, seed=0, layers=3):
    """Noise with finer, weaker layers on top of each other."""
    z = np.zeros_like(np.asarray(x, float)) if z is None else z
    total = 0
    for i in range(layers):
        k = 2**i
        total = total + value_noise(x * k, y * k, z * k, seed + i * 17) / k
    return total
