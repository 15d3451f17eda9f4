"""A jar of honey with its dipper."""

import numpy as np

from goods.materials import wood
from goods.vessel import filled
from kit.mesh import curve, group, turned

INSIDE = [(0, 0.04), (0.20, 0.042), (0.235, 0.08), (0.24, 0.30), (0.22, 0.37), (0.205, 0.42)]
OUTSIDE = [
    (0, 0),
    (0.20, 0),
    (0.25, 0.02),
    (0.262, 0.10),
    (0.262, 0.30),
    (0.24, 0.375),
    (0.225, 0.42),
]


def honey_jar(level=0.30):
    rim = [(0.215 + 0.010 * np.cos(a), 0.42 + 0.012 * np.sin(a)) for a in np.linspace(0.2, 2.9, 7)]
    parts = filled("jar", curve(OUTSIDE, 8), rim, curve(INSIDE, 8), level, "honey", segments=128)
    return group("honey jar", *parts)


def dipper():
    """A turned honey dipper standing on its head at the origin."""
    timber = wood(along=(9, 9, 1.2))
    profile = [(0, 0), (0.045, 0.004)]
    for groove in range(5):
        z = 0.02 + groove * 0.036
        r = 0.085 - 0.016 * abs(groove - 1.6)
        profile += [(0.045, z), (r, z + 0.006), (r, z + 0.022), (0.045, z + 0.028)]
    profile += [
        (0.03, 0.21),
        (0.020, 0.26),
        (0.019, 0.62),
        (0.026, 0.84),
        (0.018, 0.86),
        (0, 0.865),
    ]
    return turned("dipper", profile, timber, 64)
