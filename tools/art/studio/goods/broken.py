"""Gently broken dried flowers: torn pieces of petal of 3 to 10 mm, a few pale green ends."""

import math
import random

import numpy as np
from mathutils import Euler

from goods.flower import calyx_surface, petal_surface
from goods.petals import dried_banner
from goods.strewing import lay
from kit.mesh import mesh, swept, turned, vertices_of
from kit.noise import value_noise
from kit.surface import plain

PETALS, ENDS = 30, 6
COLUMNS, ROWS = 190, 100
_made = []


def pieces():
    """The pieces that all others are copies of, each with its points; not on stage themselves."""
    if not _made:
        rng = random.Random(41)
        petal, green = petal_surface(), calyx_surface(True)
        made = [_torn(rng, i, petal) for i in range(PETALS)]
        made += [_end(rng, green) for _ in range(ENDS)]
        for one in made:
            points = vertices_of(one)
            for collection in one.users_collection:
                collection.objects.unlink(one)
            _made.append((one, points))
    return _made


def _torn(rng, number, material):
    """A piece torn out of a dried petal along its veins, laid on its flat side."""
    seed = 50 + number
    positions, colours, _, faces = dried_banner(seed, columns=COLUMNS, rows=ROWS)
    half = math.radians(79)
    reach, angle = np.meshgrid(
        np.linspace(0.02, 1, ROWS) ** 0.9, np.linspace(-half, half, COLUMNS), indexing="ij"
    )
    x, y = (reach * np.sin(angle) * 0.45).ravel(), (reach * np.cos(angle) * 0.45).ravel()
    a0, r0 = rng.uniform(-1.1, 1.1), rng.uniform(0.4, 0.92)
    off_x, off_y = x - 0.45 * r0 * math.sin(a0), y - 0.45 * r0 * math.cos(a0)
    # Petals tear along their veins: pieces are longer than wide.
    along = off_x * math.sin(a0) + off_y * math.cos(a0)
    across = off_x * math.cos(a0) - off_y * math.sin(a0)
    size = rng.uniform(0.050, 0.115)
    long, narrow = size * rng.uniform(1.0, 1.5), size * rng.uniform(0.6, 0.95)
    way = np.arctan2(across / narrow, along / long)
    ragged = 1 + 0.30 * value_noise(np.cos(way) * 1.6 + seed, np.sin(way) * 1.6, seed=seed)
    ragged += 0.16 * value_noise(np.cos(way) * 5 + seed, np.sin(way) * 5, seed=seed + 1)
    kept = np.hypot(along / long, across / narrow) < ragged
    faces = [face for face in faces if all(kept[i] for i in face)]
    used = np.unique(np.array(faces).ravel())
    renamed = {int(old): new for new, old in enumerate(used)}
    faces = [[renamed[i] for i in face] for face in faces]
    uvs = np.c_[angle.ravel() / half * 0.5 + 0.5, reach.ravel()][used]
    points = _laid_flat(positions[used])
    # Broken edges show the paler inside of the petal.
    edge = np.clip((np.hypot(along / long, across / narrow) / ragged)[used] - 0.82, 0, 0.2) / 0.2
    paint = np.clip(colours[used] * (1 + 0.35 * edge[:, None]), 0, 1)
    return mesh("broken petal", points, faces, material, uvs=uvs, colours=paint)


def _laid_flat(points, size=None):
    """Points about their middle, turned so that they are longest along x and flattest in z."""
    points = points - points.mean(axis=0)
    _, _, axes = np.linalg.svd(points[::3], full_matrices=False)
    if np.linalg.det(axes) < 0:
        axes[2] *= -1
    return points @ axes.T


def _end(rng, material):
    """A bit of calyx and stalk: what is pale in the tin."""
    length = rng.uniform(0.06, 0.14)
    bend = rng.uniform(-0.03, 0.03)
    path = [(length * (t - 0.5), bend * math.sin(3 * t), 0) for t in np.linspace(0, 1, 8)]
    thick = rng.uniform(0.007, 0.014)
    return swept("green end", path, lambda t: thick * (0.6 + 0.8 * t * t), material, 10)


class Ground:
    """How high things lie already: each piece dropped comes to rest on those before it."""

    def __init__(self, at, reach, height, cell=0.006):
        """`height` gives the bare ground for arrays of (x, y), relative to `at`."""
        self.at, self.reach, self.cell = at, reach, cell
        along = np.arange(-reach, reach, cell) + cell / 2
        x, y = np.meshgrid(along, along)
        self.height = np.asarray(height(x, y), float) + np.zeros_like(x)

    def drop(self, rng, places, tilt, scale, inside=None):
        """Lays one piece where it lies lowest of some places (x, y) relative to `at`.

        `inside` is a radius that it keeps within.
        """
        shape, points = pieces()[self._kind(rng)]
        turn = (rng.gauss(0, tilt), rng.gauss(0, tilt), rng.random() * 6.283)
        size = scale * rng.uniform(0.6, 1.25)
        local = points @ np.array(Euler(turn).to_matrix()).T * size
        z, x, y, cells = min(
            (self._rest(local, *spot, inside) for spot in places), key=lambda found: found[0]
        )
        np.maximum.at(self.height, cells, local[:, 2] + z)
        at = (self.at[0] + x, self.at[1] + y, self.at[2] + z)
        return lay(shape, at, turn, size)

    def _rest(self, local, x, y, inside):
        """The height at which a piece comes to rest, where, and the cells that it covers."""
        if inside:
            away = np.hypot(local[:, 0] + x, local[:, 1] + y).max() - inside
            here = math.hypot(x, y)
            if away > 0:
                x, y = x * max(0, here - away) / here, y * max(0, here - away) / here
        cells = ((local[:, :2] + (x, y) + self.reach) / self.cell).astype(int)
        cells = np.clip(cells, 0, len(self.height) - 1)
        cells = cells[:, 1], cells[:, 0]
        # Petals give way a little: not the highest point counts.
        return float(np.percentile(self.height[cells] - local[:, 2], 88)), x, y, cells

    @staticmethod
    def _kind(rng):
        if rng.random() < 0.07:
            return PETALS + rng.randrange(ENDS)
        return rng.randrange(PETALS)


def filling(at, radius, low, peak, count, scale=0.44, seed=1):
    """Pieces up to a tin's brim; what is under them is as dark as they are."""
    dome = lambda x, y: low + (peak - low) * (1 - np.hypot(x, y) ** 2 / radius**2)
    rings = [(r, float(dome(r, 0)) - 0.012) for r in np.linspace(0, radius, 12)]
    deep = turned("deep", rings, plain("deep", "#12143c", 0.9, Specular=0.1), 64)
    deep.location = at
    ground = Ground(at, radius + 0.05, lambda x, y: dome(x, y) - 0.01)
    rng = random.Random(seed)
    for _ in range(count):
        spots = [(radius * math.sqrt(rng.random()), rng.random() * 6.283) for _ in range(7)]
        spots = [(r * math.cos(a), r * math.sin(a)) for r, a in spots]
        ground.drop(rng, spots, 0.45, scale, inside=radius)


def spoonful(at, count=110, scale=0.38, seed=5):
    """Pieces heaped in the bowl of the wooden spoon that lies at `at`."""
    bowl = ([0, 0.07, 0.118, 0.143, 0.16], [0.016, 0.022, 0.05, 0.103, 0.103])
    ground = Ground(at, 0.3, lambda x, y: np.interp(np.hypot(x, y), *bowl))
    rng = random.Random(seed)
    for _ in range(count):
        spots = [(rng.gauss(0, 0.06), rng.gauss(0, 0.06)) for _ in range(5)]
        ground.drop(rng, spots, 0.4, scale, inside=0.140)


def spilt(x, y, spread=0.13, count=90, strays=24, scale=0.44, seed=3, widest=0.8, dust=0):
    """A small loose heap on the ground at (x, y), and what rolled away from it, at most `widest`.

    `dust` bits fell out last, from half a millimetre upwards: they lie further out than the rest.
    """
    ground = Ground((x, y, 0.0), 0.9, lambda u, v: 0.0)
    rng = random.Random(seed)
    lean = rng.uniform(0.9, 1.5)
    for i in range(count + strays):
        wide = spread if i < count else spread * 2.1
        spots = [(rng.gauss(0, wide * lean), rng.gauss(0, wide * 0.7)) for _ in range(3)]
        spots = [[max(-widest, min(widest, p)) for p in spot] for spot in spots]
        ground.drop(rng, spots, 0.3 if i < count else 0.15, scale)
    for _ in range(dust):
        spot = [rng.gauss(0, spread * 2.4 * lean), rng.gauss(0, spread * 1.6)]
        spot = [max(-widest, min(widest, p)) for p in spot]
        ground.drop(rng, [spot], 0.1, scale * (0.12 + 0.5 * rng.random() ** 2))
