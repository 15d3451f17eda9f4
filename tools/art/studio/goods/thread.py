"""Cotton thread: let fall it lies in loose curves; near by one sees its strands and its fuzz."""

import random

import numpy as np

from kit.mesh import mesh
from kit.surface import Surface

STEP = 0.008
RADIUS = 0.0036


def fallen(start, end, plan, ground, keep_off, lift, slack=1.06, steps=900):
    """Where a thread comes to rest whose ends are held: a chain of points, let fall.

    `plan` is the line along which it is laid out before it falls; `ground` gives the height below
    a point, `keep_off` moves points out of what stands there. A thread resists bending a little
    and rubs on what it lies on, so it keeps the curves in which it was laid.
    """
    p = _evenly(np.asarray(plan, float), STEP)
    q = p.copy()
    length = np.linalg.norm(np.diff(p, axis=0), axis=1).mean() * slack
    level = _heights(ground, p, lift)
    for step in range(steps):
        moved = (p - q) * (0.90 if step < steps - 150 else 0.5)
        q = p.copy()
        p = p + moved
        p[:, 2] -= 0.00010
        for _ in range(6):
            for first in (0, 1):
                _pull(p, first, 1, 2, length, 1.0)
            for first in range(4):
                _pull(p, first, 3, 4, 2.8 * length, 0.20, push_only=True)
            p[0], p[-1] = start, end
        p = keep_off(p)
        low = level(p)
        lying = p[:, 2] < low
        p[lying, 2] = low[lying]
        # Where it lies it stays.
        q[lying] = p[lying] - 0.25 * (p[lying] - q[lying]) * (1, 1, 0)
        p[0], p[-1] = start, end
    return p


def _pull(p, first, reach, every, length, share, push_only=False):
    """Brings points that are `reach` apart to a distance; each point is in one pair only."""
    a = np.arange(first, len(p) - reach, every)
    if len(a) == 0:
        return
    b = a + reach
    d = p[b] - p[a]
    far = np.linalg.norm(d, axis=1) + 1e-9
    off = (far - length) / far
    if push_only:
        off = np.minimum(off, 0)
    p[a] += 0.5 * share * off[:, None] * d
    p[b] -= 0.5 * share * off[:, None] * d


def _evenly(line, step):
    """The same line with points `step` apart."""
    far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    at = np.linspace(0, far[-1], max(8, int(far[-1] / step)))
    return np.c_[tuple(np.interp(at, far, line[:, k]) for k in range(3))]


def _heights(ground, p, lift, cell=0.01):
    """The height of the ground as a function of many points: looked up in a grid."""
    low, high = p[:, :2].min(axis=0) - 0.3, p[:, :2].max(axis=0) + 0.3
    columns, rows = [int(n) + 2 for n in (high - low) / cell]
    xs, ys = [low[k] + cell * np.arange(n) for k, n in ((0, columns), (1, rows))]
    table = np.array([[ground(x, y) for x in xs] for y in ys])

    def level(points):
        i, j = [((points[:, k] - low[k]) / cell).round().astype(int) for k in (0, 1)]
        return table[np.clip(j, 0, rows - 1), np.clip(i, 0, columns - 1)] + lift

    return level


def cotton(line, seed):
    """A thread of three strands twisted together, with stray fibres, as meshes."""
    line = _rounded_off(_evenly(np.asarray(line, float), 0.0022))
    along = np.gradient(line, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    side = np.cross(along, (0.13, 0.31, 0.94))
    side /= np.linalg.norm(side, axis=1)[:, None]
    up = np.cross(side, along)
    far = np.r_[0, np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))]
    rng = np.random.default_rng(seed)
    # Spun by hand or by machine, no length of it is as thick as the next.
    knots = np.arange(0, far[-1] + 0.1, 0.02)
    thick = RADIUS * (1 + 0.10 * np.interp(far, knots, rng.standard_normal(len(knots))))
    round_ = np.linspace(0, 2 * np.pi, 19)[:-1]
    twist = far / 0.0042
    lobes = np.abs(np.cos(1.5 * (round_[None, :] - twist[:, None] / 3)))
    out = thick[:, None] * (0.62 + 0.42 * lobes)
    ring = (
        line[:, None]
        + (out * np.cos(round_))[..., None] * side[:, None]
        + (out * np.sin(round_))[..., None] * up[:, None]
    )
    count = len(round_)
    points = ring.reshape(-1, 3)
    faces = [
        (i * count + k, i * count + (k + 1) % count, (i + 1) * count + (k + 1) % count,
         (i + 1) * count + k)
        for i in range(len(line) - 1)
        for k in range(count)
    ]
    shade = 0.62 + 0.38 * lobes.ravel()
    paint = np.c_[shade, shade, shade]
    strands = mesh("thread", points, faces, _fibre(), colours=paint)
    return [strands, _fuzz(line, side, up, thick, seed)]


def _rounded_off(line, times=3):
    """Takes the corners out of a chain of points; its ends stay."""
    for _ in range(times):
        line[1:-1] = 0.25 * line[:-2] + 0.5 * line[1:-1] + 0.25 * line[2:]
    return line


def _fuzz(line, side, up, thick, seed):
    """Ends of fibres that stand off, thinner than a hair."""
    rng = random.Random(seed)
    vertices, faces = [], []
    for _ in range(int(len(line) * 1.1)):
        i = rng.randrange(2, len(line) - 6)
        a = rng.uniform(0, 6.283)
        off = np.cos(a) * side[i] + np.sin(a) * up[i]
        ahead = line[i + 3] - line[i]
        ahead = ahead / (np.linalg.norm(ahead) + 1e-9) * rng.choice((-1, 1))
        length, wide = rng.uniform(0.006, 0.017), 0.00045
        across = np.cross(off, ahead)
        first = len(vertices)
        for j in range(4):
            t = j / 3
            p = line[i] + off * (0.85 * thick[i] + length * 0.55 * t * (1.2 - 0.5 * t))
            p = p + ahead * length * t * rng.uniform(0.6, 1.0)
            p[2] = max(p[2], 0.001)
            for s in (-1, 1):
                vertices.append(p + s * wide * (1 - 0.7 * t) * across)
        faces += [
            (first + 2 * j, first + 2 * j + 1, first + 2 * j + 3, first + 2 * j + 2)
            for j in range(3)
        ]
    return mesh("fuzz", vertices, faces, _fibre())


_kept = {}


def _fibre():
    """Undyed cotton: dull, a little of the light goes through; darker between the strands."""
    if "fibre" not in _kept:
        s = Surface("cotton")
        tone = s.noise(60, 2)
        paint = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
        # Stray fibres carry no paint.
        shade = s.between(paint, 0.62, 1.0, 0.55, 1.0)
        shade = s.math("MULTIPLY", shade, s.between(tone, 0.93, 1.05, 0.3, 0.7))
        colour = s.shaded("#ece3d0", shade)
        dull = s.principled(colour, 0.95, Specular=0.1, Sheen=0.5)
        through = s.node("ShaderNodeBsdfTranslucent", {"Color": colour})
        _kept["fibre"] = s.finish(s.mixed_shaders(0.25, dull, through))
    return _kept["fibre"]
