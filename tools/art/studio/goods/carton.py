"""The folding carton of the premium pack: one board, scored, folded and closed with a tuck."""

import math

import numpy as np

from goods.board import THICK, cut_board, rubbed
from kit.colour import smooth
from kit.mesh import grid_faces, group, mesh, rounded
from kit.noise import layered_noise, value_noise
from kit.surface import Surface

WIDTH, DEPTH, HEIGHT = 1.05, 0.61, 1.40
INK = "#26237a"
# Outer radius of a fold along a score.
FOLD = 0.009
# How far a panel stands out in its middle: filled cartons are never flat.
BOW, CELLS = 0.010, 41
# The half-moon that a thumb opens the tuck at: half its width, its depth.
NOTCH = (0.105, 0.055)
# The four walls in the order of the board: left, front, right, back.
CORNERS = [(-1, 1), (-1, -1), (1, -1), (1, 1)]
LENGTHS = [DEPTH, WIDTH, DEPTH, WIDTH]


def carton(used=False):
    """Stands on the floor, front towards -y; `used` shows that it was carried and opened."""
    lift = 0.012 if used else 0.005
    flaps = [_dust_flap(sign) for sign in (-1, 1)]
    return group("carton", *walls(used), *flaps, _lid(used, lift))


def walls(used=False):
    """The four walls, folded from one board, and the base; open on top."""
    x, y = WIDTH / 2 - 0.01, DEPTH / 2 - 0.01
    base = [(-x, y, 0.004), (x, y, 0.004), (x, -y, 0.004), (-x, -y, 0.004)]
    dull = coated(None)
    return [_wall(used), mesh("base", base, [(0, 1, 2, 3)], dull, smooth=False)]


def _wall(used):
    """Left, front, right and back: a board that goes round, joined in the middle of the back."""
    around = _around()
    top = HEIGHT - FOLD
    foot = FOLD * (1 - np.cos(np.linspace(0, math.pi / 2, 5)))
    rows = np.r_[foot, np.linspace(FOLD, top, 61)[1:]]
    points, uvs = [], []
    for level in rows:
        # The base is folded in.
        inset = FOLD - math.sqrt(max(0.0, FOLD**2 - max(0.0, FOLD - level) ** 2))
        for u, (px, py, nx, ny) in zip(around, map(_on_outline, around)):
            z = level - _notch(u, px) * smooth(0.8 * HEIGHT, top, level)
            out = _stands_out(u, z / HEIGHT) - inset
            points.append((px + out * nx, py + out * ny, z))
            uvs.append((u, z / HEIGHT))
    faces = grid_faces(len(around), len(rows))
    wall = mesh("walls", points, faces, coated("carton-front.png", used), uvs=uvs)
    wall.data.materials.append(coated("carton-side.png", used))
    wall.data.materials.append(coated(None, used))
    middles = 0.5 * (around[:-1] + around[1:])
    which = [(1, 0, 1, 2)[int(math.floor(u)) % 4] for u in middles] * (len(rows) - 1)
    wall.data.polygons.foreach_set("material_index", which)
    return cut_board(wall)


def _around():
    """Where the walls have points: whole numbers are folds, the front lies between 1 and 2.

    A drawing repeats, so that each wall shows its own once.
    """
    marks = [np.array([-0.5, 3.5])]
    for wall, length in enumerate(LENGTHS):
        near = FOLD / length
        flat = np.linspace(near, 1 - near, CELLS)
        marks.append(wall + np.r_[np.linspace(0, near, 5)[:-1], flat, np.linspace(1 - near, 1, 5)])
    half = NOTCH[0] / WIDTH
    marks.append(1.5 + half * np.cos(np.linspace(0, math.pi, 49)))
    every = np.concatenate(marks)
    every = np.where(every > 3.5, every - 4, every)
    return np.unique(np.round(every, 6))


def _on_outline(u):
    """A point on the outline with rounded folds, and which way is out: x, y, nx, ny."""
    wall, t = int(math.floor(u)) % 4, u - math.floor(u)
    length = LENGTHS[wall]
    a, b = [np.array(CORNERS[k % 4]) * (WIDTH / 2, DEPTH / 2) for k in (wall, wall + 1)]
    way = (b - a) / length
    out = np.array([way[1], -way[0]])
    at = t * length
    off = min(at, length - at)
    if off >= FOLD:
        return (*(a + at * way), *out)
    # Half of the fold belongs to this wall, half to its neighbour.
    turn = (1 - off / FOLD) * math.pi / 4
    sign = -1 if at < FOLD else 1
    middle = (a + FOLD * way if sign < 0 else b - FOLD * way) - FOLD * out
    normal = math.cos(turn) * out + sign * math.sin(turn) * way
    return (*(middle + FOLD * normal), *normal)


def _notch(u, x):
    """How far the front is cut out for the thumb."""
    half, deep = NOTCH
    if not 1 < u < 2 or abs(x) >= half:
        return 0.0
    return deep * math.sqrt(1 - (x / half) ** 2) ** 0.8


def _stands_out(u, v):
    """How far a wall bulges: held by its folds, the front free along its cut upper edge."""
    wall, t = int(math.floor(u)) % 4, u - math.floor(u)
    free = 0.84 if wall == 1 else 1.0
    across = max(0.0, math.sin(math.pi * t))
    held = (across * max(0.0, math.sin(math.pi * v * free))) ** 0.6
    x, z = t * LENGTHS[wall], v * HEIGHT
    wide = float(layered_noise(2.2 * x, 2.2 * z, seed=40 + wall))
    small = float(value_noise(6 * x + wall, 5 * z, seed=61))
    return held * (BOW + 0.45 * BOW * wide + 0.08 * BOW * small)


def _dust_flap(sign):
    """The flap that a side is folded into, below the lid: only its fold is seen."""
    x, h = WIDTH / 2, HEIGHT
    profile = rounded([(x, h - FOLD), (x, h), (x - 0.2, h - 0.012)], [0, FOLD, 0], 6)
    half = DEPTH / 2 - 0.011
    points = [(sign * px, side * half, z) for px, z in profile for side in (-1, 1)]
    faces = grid_faces(2, len(profile))
    if sign < 0:
        faces = [face[::-1] for face in faces]
    uvs = [(0.5, 0.5)] * len(points)
    return cut_board(mesh("dust flap", points, faces, coated(None), uvs=uvs))


def _lid(used, lift):
    """The lid hangs on the back and is tucked in behind the front: never quite flush.

    `lift` is how far its middle stands up.
    """
    y, h, t = DEPTH / 2, HEIGHT, THICK
    front = -y + t + 0.006
    line = [(y, h - FOLD), (y, h), (front, h), (front + 0.004, h - 0.17)]
    profile = dense(rounded(line, [0, FOLD, FOLD + 0.002, 0], 6))
    across = np.linspace(-1, 1, 33)
    half = WIDTH / 2 - 0.006
    run = np.r_[0, np.cumsum(np.linalg.norm(np.diff(profile, axis=0), axis=1))]
    points, uvs = [], []
    for (py, pz), gone in zip(profile, run):
        # How far from the hinge, 0..1, as far as the lid is flat.
        far = (y - py) / (y - front)
        free = math.sin(math.pi * min(1, max(0, far))) ** 0.7
        for s in across:
            wave = float(layered_noise(1.6 * s, 2.2 * py, seed=17))
            up = free * (lift * (1 - 0.6 * s * s) + 0.003 * wave)
            # It was opened: one front corner no longer goes all the way down.
            up += smooth(0.2, 1.0, far) * smooth(-0.2, -1.0, s) * 0.5 * lift
            points.append((s * half, py, pz + up))
            uvs.append((0.5 + 0.5 * s, -gone / DEPTH))
    faces = [face[::-1] for face in grid_faces(len(across), len(profile))]
    return cut_board(mesh("lid", points, faces, coated("carton-top.png", used), uvs=uvs))


def dense(profile, step=0.02):
    """A polyline with points at most `step` apart."""
    line = [np.array(profile[0], float)]
    for point in profile[1:]:
        a, b = line[-1], np.array(point, float)
        count = max(1, int(np.linalg.norm(b - a) / step))
        line += [a + (b - a) * (k + 1) / count for k in range(count)]
    return np.array(line)


def coated(file, used=False):
    """Printed board under varnish; without a `file` it has the colour of the unprinted panels.

    Varnish on board mirrors softly and never evenly: what is below it is of fibres, and it is dull
    where it was handled. Its folds are rubbed in places, more if `used`.
    """
    s = Surface("coated board")
    at = s.coordinates()
    ink = s.image(file).outputs[0] if file else INK
    clouds = s.between(s.noise(2.4, 4, at), 0.94, 1.06, 0.3, 0.7)
    mottle = s.between(s.noise(75, 3, at), 0.95, 1.05, 0.3, 0.7)
    ink = s.shaded(ink, s.math("MULTIPLY", clouds, mottle))
    low, high = (-WIDTH / 2, -DEPTH / 2, 0), (WIDTH / 2, DEPTH / 2, HEIGHT)
    along, corner = ((-0.004, 0.0065), 0.012) if used else ((-0.006, 0.004), 0.006)
    bare = rubbed(s, at, low, high, along, corner, 0.55)
    colour = s.mixed(bare, ink, "#cbc5d0")
    rough = s.between(s.noise(3.5, 5, at), 0.34, 0.50, 0.3, 0.7)
    fibre = s.noise(110, 3, at)
    normal = s.bump(fibre, 0.10, 0.004)
    varnish = s.between(s.noise(5, 4, at, 0.6), 0.12, 0.24, 0.3, 0.7)
    # Its top is seen flat: under as much varnish it was one pale glare.
    lying = file == "carton-top.png"
    thick, bright = (0.07, 0.1) if lying else (0.22, 0.2)
    coat = dict(Clearcoat=thick, Clearcoat_Roughness=varnish, Clearcoat_Normal=normal)
    return s.finish(s.principled(colour, rough, Specular=bright, Normal=normal, **coat))
