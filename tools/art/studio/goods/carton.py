"""The folding carton of the premium pack, closed."""

import math

import numpy as np

from goods.materials import box_paper, printed
from kit.mesh import grid_faces, group, mesh
from kit.noise import layered_noise

WIDTH, DEPTH, HEIGHT = 1.05, 0.61, 1.40
BOARD = 0.012
# How far a panel stands out in its middle: filled cartons are never flat.
BOW, CELLS = 0.009, 41


def carton():
    """Stands on the floor, front towards -y."""
    front = printed("carton-front.png", 0.38, coat=0.12, grain=0.1)
    side = printed("carton-side.png", 0.38, coat=0.12, grain=0.1)
    plain = box_paper("#26237a")
    x, y, h = WIDTH / 2, DEPTH / 2, HEIGHT
    parts = [
        _sheet("front", [(-x, -y, 0), (x, -y, 0), (x, -y, h), (-x, -y, h)], front),
        _sheet("right", [(x, -y, 0), (x, y, 0), (x, y, h), (x, -y, h)], side),
        _sheet("left", [(-x, y, 0), (-x, -y, 0), (-x, -y, h), (-x, y, h)], side),
        _sheet("back", [(x, y, 0), (-x, y, 0), (-x, y, h), (x, y, h)], plain),
        _sheet("base", [(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)], plain),
    ]
    # The tuck flap leaves a fine shadow line along the front edge.
    parts.append(_sheet("top", [(-x, -y, h), (x, -y, h), (x, y, h), (-x, y, h)], plain))
    return group("carton", *parts)


def _sheet(name, corners, material):
    """A board panel with a printed face and real thickness, a little bowed between its folds."""
    u, v = [g.ravel() for g in np.meshgrid(np.linspace(0, 1, CELLS), np.linspace(0, 1, CELLS))]
    a, b, c, d = (np.array(corner, float) for corner in corners)
    low, high = a + np.outer(u, b - a), d + np.outer(u, c - d)
    flat = low + v[:, None] * (high - low)
    normal = np.cross(b - a, d - a)
    normal /= np.linalg.norm(normal)
    seed = sum(name.encode())
    held = (np.sin(math.pi * u) * np.sin(math.pi * v)) ** 0.6
    bow = held * (BOW + 0.4 * BOW * layered_noise(2.2 * u, 2.2 * v, seed=seed))
    panel = mesh(
        name,
        flat + np.outer(bow, normal),
        grid_faces(CELLS, CELLS),
        material,
        smooth=False,
        uvs=np.c_[u, v],
    )
    thick = panel.modifiers.new("board", "SOLIDIFY")
    thick.thickness = BOARD
    thick.offset = -1
    edge = panel.modifiers.new("edge", "BEVEL")
    edge.width = 0.004
    edge.segments = 2
    edge.angle_limit = math.radians(50)
    return panel
