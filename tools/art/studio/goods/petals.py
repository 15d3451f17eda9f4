"""Shapes and painted colours of the dried petals of Clitoria ternatea; the wings of fresh ones too.

Each function returns (positions, colours, uvs, faces) for one petal: its base lies at the origin
and its tip points towards +y.
"""

import math

import numpy as np

from kit.colour import blend, rgb, smooth
from kit.mesh import grid_faces
from kit.noise import layered_noise, value_noise

PAINT = dict(
    deep="#12153f",
    middle="#1c2364",
    rim="#303c94",
    throat="#7d80a8",
    yolk="#a89b6a",
    halo="#33327a",
)


# How a dried petal is folded: how tightly its sides roll in, how narrow it shrank, how far it
# bends along its length and how much it shrivelled.
HALF_OPEN = dict(curl=(3.5, 9), narrow=(0.72, 0.9), bend=(0.2, 1.0), shrivel=1.0)


def dried_banner(seed, length=0.45, columns=150, rows=80, fold=HALF_OPEN):
    """The large upper petal with the pale throat."""
    rng = np.random.RandomState(seed)
    half_angle = math.radians(79)
    angles = np.linspace(-half_angle, half_angle, columns)
    reaches = np.linspace(0.02, 1, rows) ** 0.9
    reach, angle = [g.ravel() for g in np.meshgrid(reaches, angles, indexing="ij")]
    ruffle = 0.022 * value_noise(angle * 5 + 3, angle * 0 + seed * 3.1, seed=seed)
    ruffle += 0.010 * value_noise(angle * 15, angle * 0, seed=seed + 5)
    ruffle += 0.006 * value_noise(angle * 42, angle * 0 + seed, seed=seed + 6)
    notch = 1 - 0.055 * np.exp(-((angle / 0.10) ** 2))
    radius = length * np.cos(angle * 0.985) ** 0.60 * notch * (1 + ruffle * 1.2)
    x = reach * radius * np.sin(angle) * 0.94
    y = reach * radius * np.cos(angle)
    across = angle / half_angle
    colours = _painted_banner(x, y, reach, angle, length)
    positions = _crumpled(x, y, reach, angle, length, seed, rng, fold)
    uvs = np.c_[across * 0.5 + 0.5, reach]
    return positions, colours, uvs, grid_faces(columns, rows)


def _painted_banner(x, y, reach, angle, length):
    veins = value_noise(angle * 26, reach * 2, seed=2) * 0.5
    veins += value_noise(angle * 60, reach * 3, seed=9) * 0.35
    threads = value_noise(angle * 130, reach * 4, seed=12)
    colours = blend(
        np.tile(rgb(PAINT["deep"]), (len(reach), 1)),
        rgb(PAINT["middle"]),
        smooth(0.25, 0.85, reach),
    )
    colours = blend(colours, rgb(PAINT["rim"]), smooth(0.80, 1.0, reach) * 0.6)
    colours = colours * (1 + 0.20 * veins + 0.10 * threads)[:, None]
    blotch = value_noise(x * 9, y * 9, seed=31)
    colours = colours * (1 + 0.16 * blotch)[:, None]
    # The tear-shaped throat, frayed along the veins.
    tx, ty = x / (length * 0.135), (y - 0.34 * length) / (length * 0.30)
    tear = np.sqrt((tx * (1 + 0.35 * ty)) ** 2 + ty**2) + 0.20 * veins + 0.08 * threads
    colours = blend(colours, rgb(PAINT["halo"]), 1 - smooth(1.0, 1.55, tear))
    colours = blend(colours, rgb(PAINT["throat"]), 1 - smooth(0.72, 1.12, tear))
    return blend(colours, rgb(PAINT["yolk"]), (1 - smooth(0.18, 0.74, tear)) * 0.95)


def _crumpled(x, y, reach, angle, length, seed, rng, fold):
    """Crumpled, then both edges rolled in, then bent and twisted along its length."""
    x = x * rng.uniform(*fold["narrow"])
    y = y * rng.uniform(0.86, 1.0)
    z = length * 0.085 * layered_noise(x * 9 + seed, y * 5, seed=seed) * reach
    z += length * 0.045 * layered_noise(x * 24, y * 16 + seed, seed=seed + 3) * reach
    z += length * 0.03 * np.sin(angle * 22 + 3 * value_noise(y * 12, x * 4, seed=seed)) * reach
    left_curl, right_curl = rng.uniform(*fold["curl"], 2) / length * 0.55
    middle = rng.uniform(-0.05, 0.05) * length
    bend = rng.uniform(*fold["bend"])
    off = x - middle + 0.10 * (y - 0.5 * length) * rng.uniform(-1, 1)

    def rolled(curl, side):
        distance = np.abs(off)
        tight = curl * (1 + 0.9 * distance / length)
        a, r = tight * distance, 1 / tight - z
        return side * (r * np.sin(a)), 1 / tight - r * np.cos(a)

    (left_x, left_z), (right_x, right_z) = rolled(left_curl, -1), rolled(right_curl, 1)
    rolled_x = np.where(off < 0, left_x, right_x) + middle
    rolled_z = np.where(off < 0, left_z, right_z)
    b = bend * rng.choice([-1, 1]) / length * 1.1
    a, r = b * y, 1 / b - rolled_z
    bent_y, bent_z = r * np.sin(a), 1 / b - r * np.cos(a)
    twist = rng.uniform(-1.0, 1.0) / length * y * 0.9
    c, s = np.cos(twist), np.sin(twist)
    p = np.c_[
        rolled_x * c - bent_z * s * 0.5,
        bent_y,
        bent_z * (1 - 0.5 * np.abs(s)) + rolled_x * s * 0.6,
    ]
    shrivel = [layered_noise(*(p * 18).T, seed + k) for k in (1, 2, 4)]
    return p + length * 0.022 * fold["shrivel"] * np.c_[tuple(shrivel)]


def small_petal(seed, dried, length, width, side, columns=44, rows=30):
    """A wing, arched over the keel; `side` is -1 or 1."""
    along, across = np.meshgrid(np.linspace(0, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    along, across = along.ravel(), across.ravel()
    outline = np.sin(np.clip(along * 0.93 + 0.05, 0, 1) * math.pi) ** 0.7
    x = across * (width * outline * (0.55 + 0.6 * along) + 0.004)
    y = along * length
    z = 0.75 * x * x / width + 0.014 * layered_noise(x * 20, y * 20, seed=seed)
    z += 0.004 * value_noise(across * 14, along * 2, seed=seed)
    colours = blend(
        np.tile(rgb(PAINT["middle"]), (len(along), 1)), rgb(PAINT["deep"]), smooth(0.3, 1, along)
    )
    pale = rgb("#6d6f98")
    colours = blend(colours, pale, (1 - smooth(0, 0.38, along)) * 0.85)
    colours = colours * (1 + 0.14 * value_noise(across * 24, along * 3, seed=seed))[:, None]
    if dried:
        x = x * 0.6 + 0.012 * layered_noise(x * 30, y * 30, seed=seed + 7)
        z = z * 1.4 + 0.02 * layered_noise(x * 18, y * 18, seed=seed + 9)
    b = 0.9 / length
    a, r = b * y, 1 / b - z
    arched_y, arched_z = r * np.sin(a), 1 / b - r * np.cos(a)
    c, s = math.cos(side * 0.42), math.sin(side * 0.42)
    out_x = x * c + arched_y * s + side * 0.022
    out_y = -x * s + arched_y * c
    positions = np.c_[out_x, out_y, arched_z * 0.8 + 0.028 + 0.2 * np.abs(out_x)]
    return positions, colours, np.c_[across * 0.5 + 0.5, along], grid_faces(columns, rows)
