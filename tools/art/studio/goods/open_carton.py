"""The premium pack's carton, open: folded board, printed outside, white inside, full of bags."""

import math
import random

import numpy as np

from goods.carton import BOARD, DEPTH, HEIGHT, WIDTH, carton
from goods.infusion import infusion, within
from goods.materials import box_paper
from kit.mesh import grid_faces, group, mesh, rounded
from kit.noise import layered_noise
from kit.surface import plain

WHITE = "#e9e4da"


def open_carton():
    """Stands on the floor, front towards -y, its lid folded back."""
    body = carton()
    for part in body.children:
        if part.name.startswith("top"):
            part.hide_render = True
    x, y, h = WIDTH / 2, DEPTH / 2, HEIGHT
    # Back, lid and tuck are one board: no light comes through its folds.
    leant = math.radians(16)
    lid = (y + DEPTH * math.sin(leant), h + DEPTH * math.cos(leant))
    tuck = (lid[0] - 0.17, lid[1] + 0.10)
    profile = rounded([(y, h - 0.02), (y, h), lid, tuck], [0, 0.012, 0.02, 0], 6)
    parts = [_folded("lid", profile, lambda t: x * (1 - 0.05 * max(0, t - 0.78) / 0.22))]
    for sign in (-1, 1):
        out = (sign * (x + 0.20), h + 0.20)
        flap = rounded([(sign * x, h - 0.004), (sign * x, h), out], [0, 0.015, 0], 6)
        half = lambda t: y * (0.97 - 0.22 * max(0, t - 0.35) / 0.65)
        parts.append(_folded("flap", flap, half, sideways=True, outwards=sign))
    return group("open carton", body, *parts, *_lining(), *_bags())


def _folded(name, profile, half_width, sideways=False, outwards=1):
    """A board that follows a folded outline; `half_width` of 0..1 along it.

    The outline is (y, z), or (x, z) if `sideways`.
    """
    line = _dense(profile)
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
    board = mesh(name, points, faces, box_paper("#26237a"))
    for colour in ("inside", "core"):
        board.data.materials.append(_white(colour))
    thick = board.modifiers.new("board", "SOLIDIFY")
    thick.thickness = BOARD
    thick.offset = -1
    thick.material_offset, thick.material_offset_rim = 1, 2
    return board


def _dense(profile, step=0.02):
    """A polyline with points at most `step` apart."""
    line = [np.array(profile[0], float)]
    for point in profile[1:]:
        a, b = line[-1], np.array(point, float)
        count = max(1, int(np.linalg.norm(b - a) / step))
        line += [a + (b - a) * (k + 1) / count for k in range(count)]
    return np.array(line)


def _white(name):
    return plain(name, WHITE, 0.75, Specular=0.2)


def _lining():
    """The white inside of the four walls, and their cut edges."""
    x, y, h, t = WIDTH / 2 - BOARD - 0.002, DEPTH / 2 - BOARD - 0.002, HEIGHT + 0.001, 0.004
    paper = _white("lining")
    sheets = [
        [(-x, -y, h), (x, -y, h), (x, -y, 0.6), (-x, -y, 0.6)],
        [(-x, y, 0.6), (x, y, 0.6), (x, y, h), (-x, y, h)],
        [(x, -y, h), (x, y, h), (x, y, 0.6), (x, -y, 0.6)],
        [(-x, y, h), (-x, -y, h), (-x, -y, 0.6), (-x, y, 0.6)],
        # The cut edge of the front, white as all cut board.
        [(-x - BOARD, -y - t - BOARD, h), (x + BOARD, -y - t - BOARD, h), (x, -y, h), (-x, -y, h)],
    ]
    made = [mesh("lining", corners, [(0, 1, 2, 3)], paper, smooth=False) for corners in sheets]
    low = HEIGHT * 0.70
    floor = [(-x, -y, low), (x, -y, low), (x, y, low), (-x, y, low)]
    return made + [mesh("deep", floor, [(0, 1, 2, 3)], plain("deep", "#8d8aa8", 0.9), smooth=False)]


def _bags(columns=4, rows=2):
    """Bags as they fall into a carton: turned every way, close together, none above the lid."""
    rng = random.Random(8)
    walls = within(WIDTH / 2 - BOARD - 0.012, DEPTH / 2 - BOARD - 0.012)
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
                press=walls,
            )
        )
    return bags
