"""A small linen cloth under a cup: hemmed, creased, one corner hanging over the tray's rim."""

import math

import numpy as np

from goods.linen import unmirrored, woven
from goods.tray import FLOOR, RIM, THICK
from kit.colour import smooth
from kit.mesh import curve, grid_faces, mesh
from kit.noise import layered_noise, value_noise

CELL, CLOTH = 0.011, 0.009


def tea_cloth(side, at, turn, front, foot, colour="#ece8e1", seed=6):
    """Laid in a tray whose outer face is at y = -`front`, in the tray's coordinates.

    Its middle is at `at`; `foot` is (x, y, radius) of what presses it flat.
    """
    count = int(side / CELL) | 1
    u, v = [g.ravel() for g in np.meshgrid(*[np.linspace(-1, 1, count)] * 2)]
    # No side is quite straight.
    p = 0.5 * side * u + 0.008 * value_noise(v * 1.6, np.sign(u), seed=seed) * np.abs(u)
    q = 0.5 * side * v + 0.008 * value_noise(u * 1.6, 3 + np.sign(v), seed=seed) * np.abs(v)
    a = math.radians(turn)
    x = at[0] + p * math.cos(a) - q * math.sin(a)
    y = at[1] + p * math.sin(a) + q * math.cos(a)
    away = np.hypot(x - foot[0], y - foot[1])
    rise = _risen(p, q, side, seed) * smooth(foot[2], foot[2] + 0.22, away)
    # Where it is bent one way, it is stiff the other way.
    rise *= 0.15 + 0.85 * smooth(0.10, 0.34, np.abs(y + front - THICK))
    points = _over_the_rim(x, y, rise, front)
    linen = _threads_along(woven(colour, 0.0085))
    cloth = mesh("cloth", points, grid_faces(count, count), linen, uvs=np.c_[p, q])
    thick = cloth.modifiers.new("cloth", "SOLIDIFY")
    thick.thickness, thick.offset = CLOTH - 0.002, -1
    return unmirrored(cloth)


def _threads_along(linen):
    """The weave follows the cloth, not the table: else it would stretch where it hangs."""
    tree = linen.node_tree
    flat = tree.nodes.new("ShaderNodeUVMap").outputs[0]
    for link in list(tree.links):
        if link.from_node.bl_idname == "ShaderNodeTexCoord":
            tree.links.new(flat, link.to_socket)
    return linen


def _risen(p, q, side, seed):
    """How far it stands off what it lies on: waves, the folds of a cupboard, hem, loose edges."""
    z = 0.014 * np.clip(layered_noise(p * 2.1, q * 2.1, seed=seed, layers=2) + 0.4, 0, 2)
    for off, other in ((p, q), (q, p)):
        pressed = 0.6 + 0.4 * value_noise(other * 3, other * 0, seed=seed + 4)
        off = off - 0.05 - 0.010 * value_noise(other * 3, other * 0 + 5, seed=seed)
        z += 0.014 * pressed * np.exp(-np.abs(off) / 0.013)
    edge = 0.5 * side - np.maximum(np.abs(p), np.abs(q))
    hem = smooth(0.046, 0.041, edge)
    stitched = np.exp(-(((edge - 0.038) / 0.004) ** 2)) * (0.6 + 0.4 * np.sin((p + q) * 300))
    z += 0.005 * hem - 0.0035 * stitched
    loose = np.clip(value_noise(p * 3.2, q * 3.2, seed=seed + 5) + 0.15, 0, 1)
    return z + 0.035 * smooth(0.16, 0.0, edge) * loose


def _over_the_rim(x, y, rise, front):
    """Bent about the rim alone, so that it is nowhere stretched; `rise` is square to it."""
    inner, low, top = -front + THICK, FLOOR + CLOTH, RIM + CLOTH
    way = [(1.5, low), (0.6, low), (inner + 0.28, low + 0.003), (inner + 0.19, low + 0.026)]
    way += [(inner + 0.09, low + 0.060), (inner + 0.004, top - 0.001)]
    way += [(-front + 0.018, top + 0.001)]
    way += [(-front - 0.012, top - 0.012), (-front - 0.024, top - 0.05), (-front - 0.036, 0.055)]
    way += [(-front - 0.066, CLOTH + 0.012), (-front - 0.14, CLOTH), (-front - 0.5, CLOTH)]
    path = np.array(curve(way, 12))
    step = np.diff(path, axis=0)
    along = np.r_[0, np.cumsum(np.hypot(*step.T))]
    gone = 1.5 - y
    tangent = np.gradient(path, along, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1)[:, None]
    place = [np.interp(gone, along, path[:, i]) for i in (0, 1)]
    ty, tz = [np.interp(gone, along, tangent[:, i]) for i in (0, 1)]
    return np.c_[x, place[0] + rise * tz, place[1] - rise * ty]
