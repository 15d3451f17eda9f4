"""The premium pack's carton, open: folded board, printed outside, white inside, full of bags."""

import math
import random

import numpy as np

from goods.board import THICK, cut_board
from goods.carton import DEPTH, FOLD, HEIGHT, WIDTH, coated, dense, walls
from goods.infusion import infusion, within
from kit.mesh import grid_faces, group, mesh, rounded
from kit.noise import layered_noise
from kit.surface import Surface, plain


def open_carton():
    """Stands on the floor, front towards -y, its lid folded back."""
    x, y, h = WIDTH / 2, DEPTH / 2, HEIGHT
    # Back, lid and tuck are one board: no light comes through its folds.
    leant = math.radians(16)
    lid = (y + DEPTH * math.sin(leant), h + DEPTH * math.cos(leant))
    tuck = (lid[0] - 0.17, lid[1] + 0.10)
    profile = rounded([(y, h - FOLD), (y, h), lid, tuck], [0, 0.012, 0.02, 0], 6)
    parts = [_folded("lid", profile, lambda t: x * (1 - 0.05 * max(0, t - 0.78) / 0.22))]
    for sign in (-1, 1):
        out = (sign * (x + 0.20), h + 0.20)
        flap = rounded([(sign * x, h - FOLD), (sign * x, h), out], [0, 0.015, 0], 6)
        half = lambda t: y * (0.97 - 0.22 * max(0, t - 0.35) / 0.65)
        parts.append(_folded("flap", flap, half, sideways=True, outwards=sign))
    return group("open carton", *walls(), *parts, _deep(), *_bags())


def _folded(name, profile, half_width, sideways=False, outwards=1):
    """A board that follows a folded outline; `half_width` of 0..1 along it.

    The outline is (y, z), or (x, z) if `sideways`.
    """
    line = dense(profile)
    far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    columns = 21
    across = np.linspace(-1, 1, columns)
    points, seed = [], sum(name.encode()) + outwards
    for (along, up), t in zip(line, far / far[-1]):
        wave = 0.006 * layered_noise(across * 1.3, across * 0 + t * 2, seed=seed) * min(1, 4 * t)
        for s, off in zip(across, wave):
            side = s * half_width(t)
            points.append((along + off, side, up) if sideways else (side, along + off, up))
    faces = grid_faces(columns, len(line))
    if not sideways or outwards > 0:
        faces = [face[::-1] for face in faces]
    if sideways:
        faces = [face[::-1] for face in faces]
    uvs = [(0.5, 0.5)] * len(points)
    return _thick(cut_board(mesh(name, points, faces, coated(None), uvs=uvs)))


def _thick(sheet):
    """Grey board, 1.1 mm: as thin as it is, its edges are not seen, and flaps are paper.

    Its core is pulped waste, darker than both its sides.
    """
    sheet.modifiers["board"].thickness = 0.011
    for slot in sheet.material_slots:
        if slot.material.name.startswith("cut"):
            slot.material = _core()
    return sheet


def _core():
    s = Surface("core of the board")
    fibres = s.noise(60, 4)
    tone = s.ramp(fibres, [(0.32, "#8f8375"), (0.7, "#b9ad9c")])
    return s.finish(s.principled(tone, 0.9, Specular=0.1))


def _deep():
    """What is below the bags, in the dark."""
    x, y, low = WIDTH / 2 - 0.02, DEPTH / 2 - 0.02, HEIGHT * 0.70
    floor = [(-x, -y, low), (x, -y, low), (x, y, low), (-x, y, low)]
    return mesh("deep", floor, [(0, 1, 2, 3)], plain("deep", "#8d8aa8", 0.9), smooth=False)


def _bags(columns=4, rows=2):
    """Bags as they fall into a carton: turned every way, close together, none above the lid."""
    rng = random.Random(8)
    inside = within(WIDTH / 2 - THICK - 0.050, DEPTH / 2 - THICK - 0.018)
    bags = []
    for i in range(columns * rows):
        column, row = i % columns, i // columns
        x = (column - (columns - 1) / 2) * 0.25 + rng.uniform(-0.03, 0.03)
        y = (row - (rows - 1) / 2) * 0.26 + rng.uniform(-0.03, 0.03)
        z = HEIGHT - 0.27 + 0.05 * row + rng.uniform(-0.035, 0.035)
        tilt = (rng.uniform(-34, 34), rng.uniform(-34, 34))
        size = rng.uniform(0.78, 0.86)
        bags.append(
            infusion(
                40 + i,
                flowers=5,
                at=(x, y, z),
                tilt=tilt,
                turn=rng.uniform(0, 360),
                size=size,
                press=inside,
            )
        )
    return bags
