"""Crinkle-cut paper: long strips folded like an accordion, tangled in a box or in a cup."""

import math
import random

import numpy as np

from kit.colour import rgb
from kit.mesh import mesh
from kit.noise import value_noise
from kit.surface import Surface

STEP = 0.03
# Points on each panel between two folds: enough for the fold to be soft.
PANEL = 4
# Of several cutters; in a cup only the narrow ones, none of them flat.
WIDTHS = (0.016, 0.023, 0.027, 0.030, 0.040, 0.052)
_paper = []


class Nest:
    """A hollow that strips are dropped into, each on those before it.

    `clearance` gives the distance to the nearest wall or thing, `ground` the height of what lies
    below, both for arrays of (x, y); `reach` is half the hollow's width and depth.
    """

    def __init__(self, reach, clearance, ground, cell=0.02):
        self.reach, self.cell = reach, cell
        along = [np.arange(-r, r + cell, cell) for r in reach]
        x, y = np.meshgrid(*along, indexing="ij")
        self.height = np.asarray(ground(x, y), float) + np.zeros_like(x)
        self.clear = clearance(x, y)
        self.away = np.gradient(self.clear, cell)

    def cells(self, x, y):
        """Indices of the cells at given points."""
        found = []
        for at, reach, count in zip((x, y), self.reach, self.height.shape):
            index = np.asarray((np.asarray(at) + reach) / self.cell + 0.5, int)
            found.append(np.clip(index, 0, count - 1))
        return tuple(found)

    def path(self, rng, length):
        """A strip's way over the ground: it wanders, and turns aside before a wall."""
        for _ in range(40):
            x, y = (rng.uniform(-r, r) for r in self.reach)
            if self.clear[self.cells(x, y)] > 0.03:
                break
        heading, curl = rng.random() * 6.283, rng.gauss(0, 1.3)
        points = [(x, y)]
        while len(points) * STEP < length:
            curl += rng.gauss(0, 0.75) - 0.06 * curl
            heading += curl * STEP
            cell = self.cells(x, y)
            clear = self.clear[cell]
            gx, gy = self.away[0][cell], self.away[1][cell]
            across = math.cos(heading) * gy - math.sin(heading) * gx
            if clear < 0.13 and math.cos(heading) * gx + math.sin(heading) * gy < 0.15:
                heading += math.copysign(0.16 + 0.55 * (1 - max(clear, 0) / 0.13), across)
            x, y = x + math.cos(heading) * STEP, y + math.sin(heading) * STEP
            if self.clear[self.cells(x, y)] < 0.012:
                break
            points.append((x, y))
        return np.array(points)

    def rest(self, points, give=0.014):
        """How high a strip lies along its way: stiff, it spans what is narrow."""
        at = self.cells(*points.T)
        under = self.height[at]
        lying = under
        for _ in range(9):
            wide = np.r_[lying[:1], lying, lying[-1:]]
            lying = np.maximum((wide[:-2] + 2 * wide[1:-1] + wide[2:]) / 4, under - give)
        wide = np.r_[lying[:1], lying, lying[-1:]]
        return (wide[:-2] + wide[1:-1] + wide[2:]) / 3

    def pile(self, points, top):
        """Whatever is dropped next lies on this strip."""
        for dx, dy in ((0, 0), (0.014, 0), (-0.014, 0), (0, 0.014), (0, -0.014)):
            np.maximum.at(self.height, self.cells(points[:, 0] + dx, points[:, 1] + dy), top)


def crinkled(nest, count, colours, seed=2, long=(0.7, 1.9), below=9.0, inside=None):
    """Strips in a nest; `colours` lists (colour, share).

    None comes to lie higher than `below`. `inside` is a vessel's profile, (radius, height).
    """
    rng = random.Random(seed)
    paints = [colour for colour, _ in colours]
    shares = [share for _, share in colours]
    vertices, faces, tones = [], [], []
    first = 0
    for number in range(count):
        tried = [nest.path(rng, rng.uniform(*long)) for _ in range(5)]
        tried = [path for path in tried if len(path) > 8]
        if not tried:
            continue
        lying = [nest.rest(path) for path in tried]
        low = [z.mean() + 0.6 * max(0, z.max() - below) - 0.03 * len(z) * STEP for z in lying]
        best = int(np.argmin(low))
        path, z = tried[best], lying[best]
        if z.max() > below:
            continue
        nest.pile(path, z + 0.020)
        # Here and there an end springs up, or a strip lies loosely over the others.
        t = np.linspace(0, 1, len(z))
        for end in (t, t[::-1]):
            if rng.random() < 0.3:
                z = z + rng.uniform(0.02, 0.09) * np.clip(1 - end / 0.25, 0, 1) ** 2
        way = np.c_[path, z + 0.012]
        curls = not inside and rng.random() < 0.22 and z[-1] < below - 0.10
        widths = WIDTHS[:4] if inside else WIDTHS
        points = _strip(rng, _curled(rng, way) if curls else way, number, widths)
        points = _kept(points, nest, inside)
        vertices.append(points)
        rows = len(points) // 2
        faces += [(a, a + 1, a + 3, a + 2) for a in range(first, first + 2 * rows - 2, 2)]
        first += len(points)
        tone = rgb(rng.choices(paints, shares)[0]) * rng.uniform(0.80, 1.04)
        tones.append(np.tile(tone, (len(points), 1)))
    return mesh(
        "crinkled", np.vstack(vertices), faces, _thin_paper(), colours=np.vstack(tones)
    )


def _curled(rng, way):
    """Its last part drawn over a blade: rolled up, clear of what lies below."""
    ahead = way[-1] - way[-4]
    ahead[2] = 0
    ahead /= np.linalg.norm(ahead) + 1e-9
    turn = np.arange(0.35, rng.uniform(4.0, 7.5), 0.42)
    tight = rng.uniform(0.030, 0.048) * (1 - 0.05 * turn)
    rolled = way[-1] + ahead * (tight * np.sin(turn))[:, None]
    rolled[:, 2] += tight * (1 - np.cos(turn))
    return np.vstack([way, rolled])


def _strip(rng, way, number, widths):
    """One strip along its way: folded to and fro or pressed flat, turned about itself.

    Of one width and one depth they are noodles: they come from several cutters.
    """
    far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(way, axis=0), axis=1))]
    width, slant = rng.choice(widths), rng.gauss(0, 0.25)
    width *= rng.uniform(0.88, 1.12)
    pitch = rng.uniform(0.030, 0.042) + 0.30 * max(0.0, width - 0.030)
    deep = pitch * rng.uniform(0.30, 0.50)
    flat = width > 0.034 and rng.random() < 0.55
    if flat:
        # Pressed flat in the bale: only its creases are left.
        pitch, deep = 1.5 * pitch, 0.16 * deep
    folds = [0.0]
    while folds[-1] < far[-1]:
        folds.append(folds[-1] + pitch * rng.uniform(0.72, 1.3))
    count = len(folds)
    # Pulled long in places, pressed together in others.
    pulled = 1 + 0.45 * value_noise(np.arange(count) * 0.23, np.zeros(count), seed=number)
    off = deep * pulled * np.where(np.arange(count) % 2, 1, -1)
    off = off * np.array([rng.uniform(0.75, 1.2) for _ in range(count)])
    panel = np.linspace(0, count - 1, (count - 1) * PANEL + 1)
    index = np.minimum(panel.astype(int), count - 2)
    t = panel - index
    s = np.interp(panel, np.arange(count), folds)
    soft = 0.5 * t + 0.5 * t * t * (3 - 2 * t)
    height = off[index] * (1 - soft) + off[index + 1] * soft
    middle = np.c_[tuple(np.interp(s, far, way[:, k]) for k in range(3))]
    for _ in range(2):
        middle[1:-1] = (middle[:-2] + 2 * middle[1:-1] + middle[2:]) / 4
    along = np.gradient(middle, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None] + 1e-9
    side = np.c_[along[:, 1], -along[:, 0], 0 * s]
    side /= np.linalg.norm(side, axis=1)[:, None] + 1e-9
    over = np.cross(side, along)
    roll = rng.gauss(0, 0.7) + rng.gauss(0, 1.1) * s
    roll = roll + 0.9 * value_noise(s * 1.6, np.zeros(len(s)), seed=number + 7)
    roll = np.where(np.abs(roll) > 2.2, np.sign(roll) * 2.2, roll)
    # What is flat lies: on its edge, its way was a noodle's.
    roll = 0.35 * roll if flat else roll
    wide = side * np.cos(roll)[:, None] + over * np.sin(roll)[:, None]
    up = over * np.cos(roll)[:, None] - side * np.sin(roll)[:, None]
    points = np.empty((len(s), 2, 3))
    for column, half in enumerate((-width / 2, width / 2)):
        # Cut not quite across: that is why strips curl.
        points[:, column] = middle + up * height[:, None] + wide * half
        points[:, column] += along * (slant * half)
    return points.reshape(-1, 3)


def _kept(points, nest, inside):
    """Points held by the hollow's walls."""
    if inside:
        radii, heights = zip(*inside)
        room = np.interp(points[:, 2], heights, radii) - 0.008
        held = np.minimum(1, room / np.maximum(np.hypot(points[:, 0], points[:, 1]), 1e-6))
        points[:, :2] *= held[:, None]
        return points
    for axis in (0, 1):
        limit = nest.reach[axis] - 0.003
        points[:, axis] = np.clip(points[:, axis], -limit, limit)
    return points


def _thin_paper():
    """Paper that light comes through."""
    if not _paper:
        s = Surface("crinkled")
        tone = s.painted()
        front = s.principled(tone, 0.8, Specular=0.15)
        through = s.node("ShaderNodeBsdfTranslucent", {"Color": tone})
        _paper.append(s.finish(s.mixed_shaders(0.17, front, through)))
    return _paper[0]
