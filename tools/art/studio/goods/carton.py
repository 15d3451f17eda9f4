"""The folding carton of the premium pack, closed."""

import math

import numpy as np

from goods.materials import box_paper, printed
from kit.colour import linear
from kit.mesh import grid_faces, group, mesh
from kit.noise import layered_noise
from kit.surface import Surface

WIDTH, DEPTH, HEIGHT = 1.05, 0.61, 1.40
BOARD = 0.012
# How far a panel stands out in its middle: filled cartons are never flat.
BOW, CELLS = 0.009, 41


def carton(used=False):
    """Stands on the floor, front towards -y; `used` shows that it was carried and opened."""
    front = _print("carton-front.png", WIDTH, used)
    side = _print("carton-side.png", DEPTH, used)
    plain = _rubbed(None, WIDTH, DEPTH) if used else box_paper("#26237a")
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


def _print(file, width, used):
    if used:
        return _rubbed(file, width, HEIGHT)
    return printed(file, 0.38, coat=0.12, grain=0.1)


def _rubbed(file, width, height):
    """Board after some weeks: pale where its edges and corners were rubbed, faintly scuffed.

    Without a `file` it has the colour of the unprinted panels.
    """
    s = Surface("rubbed print")
    uv = s.node("ShaderNodeUVMap").outputs[0]
    ink = s.image(file).outputs[0] if file else linear("#26237a")
    u, v, _ = s.node("ShaderNodeSeparateXYZ", {0: uv}).outputs
    away = [
        s.math("MULTIPLY", s.math("MINIMUM", at, s.math("SUBTRACT", 1.0, at)), size)
        for at, size in ((u, width), (v, height))
    ]
    edge, corner = s.math("MINIMUM", *away), s.math("ADD", *away)
    at = s.coordinates()
    chance = s.noise(9, 5, at)
    reach = s.between(chance, 0.0, 0.0075, 0.46, 0.75)
    rubbed = s.math("LESS_THAN", edge, reach)
    worn = s.math("LESS_THAN", corner, s.between(s.noise(21, 4, at), 0.0, 0.026, 0.30, 0.75))
    bare = s.math("MAXIMUM", rubbed, worn)
    scuff = s.noise(1.0, 3, s.stretched(at, (6, 6, 60), (0.4, 0.9, 0.3)))
    bare = s.math("MAXIMUM", bare, s.between(scuff, 0.0, 0.16, 0.70, 0.76))
    colour = s.mixed(s.math("MULTIPLY", bare, 0.55), ink, "#cdc7d6")
    rough = s.between(s.noise(4, 4, at), 0.32, 0.56, 0.3, 0.7)
    normal = s.bump(s.noise(160), 0.1, 0.004)
    return s.finish(s.principled(colour, rough, Specular=0.35, Clearcoat=0.08, Normal=normal))


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
