"""Thin sheets that bend but do not stretch: the creases of a filled bag come of themselves.

Positions are arrays (sheets, rows, columns, 3); each step moves points, then mends lengths.
"""

import numpy as np

# Neighbours whose distance is kept: along, up, and both diagonals (weaker: paper gives a little).
NEIGHBOURS = ((0, 1, 0.9), (1, 0, 0.9), (1, 1, 0.55), (1, -1, 0.55))


def pairs(p, down, right):
    """Views of all points and of their neighbours `down` rows and `right` columns away."""
    rows = slice(None, -down or None), slice(down, None)
    if right >= 0:
        columns = slice(None, -right or None), slice(right, None)
    else:
        columns = slice(-right, None), slice(None, right)
    return p[:, rows[0], columns[0]], p[:, rows[1], columns[1]]


def lengths(flat):
    """The distances to keep, from the flat sheet (rows, columns, 2)."""
    kept = []
    for down, right, firm in NEIGHBOURS:
        a, b = pairs(flat[None], down, right)
        kept.append((down, right, firm, np.linalg.norm(b - a, axis=-1)[..., None]))
    return kept


def mend(p, kept):
    """Brings each pair of neighbours back towards its distance, in place."""
    for down, right, firm, rest in kept:
        a, b = pairs(p, down, right)
        way = b - a
        far = np.sqrt(np.einsum("srci,srci->src", way, way))[..., None] + 1e-9
        way *= 0.5 * firm * (1 - rest / far)
        a += way
        b -= way


def unbend(p, firm):
    """Pulls each point towards the middle of its neighbours; `firm` is (rows, columns, 1)."""
    for axis in (1, 2):
        before, here, after = [
            p[(slice(None),) * axis + (part,)]
            for part in (slice(None, -2), slice(1, -1), slice(2, None))
        ]
        part = firm[1:-1] if axis == 1 else firm[:, 1:-1]
        off = (0.5 * (before + after) - here) * part
        here += 0.5 * off
        before -= 0.25 * off
        after -= 0.25 * off


def normals(p):
    """Unit normals; towards -y for a sheet that faces the camera."""
    along, up = np.gradient(p, axis=2), np.gradient(p, axis=1)
    n = np.cross(along, up)
    return n / (np.linalg.norm(n, axis=-1, keepdims=True) + 1e-9)


def bent(p):
    """How sharply each point is bent: 0 where flat, in 1 / unit of length."""
    n = normals(p)
    sharp = np.zeros(p.shape[:3])
    for axis in (1, 2):
        turn = np.linalg.norm(np.gradient(n, axis=axis), axis=-1)
        step = np.linalg.norm(np.gradient(p, axis=axis), axis=-1)
        sharp = np.maximum(sharp, turn / (step + 1e-9))
    return sharp


def finer(p):
    """A point between each two."""
    for axis in (1, 2):
        count = p.shape[axis]
        at = np.linspace(0, count - 1, 2 * count - 1)
        low = np.minimum(at.astype(int), count - 2)
        share = (at - low).reshape([-1 if i == axis else 1 for i in range(p.ndim)])
        p = np.take(p, low, axis) * (1 - share) + np.take(p, low + 1, axis) * share
    return p
