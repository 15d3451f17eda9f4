"""Round tins with printed walls and metal lids; the travel tube is a slim one."""

import math

import numpy as np

from goods.materials import brushed_metal
from kit.mesh import group, mesh, rounded, turned

SEGMENTS = 160


def tin(wall, lid_metal, radius=0.40, height=1.0, lid_height=0.17, opened=False):
    """A tin standing on the floor; opened, it shows its rim and an empty inside."""
    parts = [_wall(wall, radius, height), _foot(lid_metal, radius)]
    if opened:
        parts.append(_open_rim(radius, height))
    else:
        cover = lid(lid_metal, radius, lid_height)
        cover.location.z = height - 0.02
        parts.append(cover)
    return group("tin", *parts)


def _wall(material, radius, height):
    vertices, uvs, faces = [], [], []
    levels = [0.02, 0.03, height - 0.01, height]
    for z in levels:
        for k in range(SEGMENTS + 1):
            a = -math.pi / 2 + (k / SEGMENTS - 0.5) * 2 * math.pi
            vertices.append((radius * math.cos(a), radius * math.sin(a), z))
            uvs.append((k / SEGMENTS, (z - 0.02) / (height - 0.02)))
    row = SEGMENTS + 1
    for j in range(len(levels) - 1):
        for k in range(SEGMENTS):
            a, b = j * row + k, (j + 1) * row + k
            faces.append((a, a + 1, b + 1, b))
    return mesh("wall", vertices, faces, material, uvs=uvs)


def _foot(metal, radius):
    r = radius
    profile = [(0, 0.004), (r - 0.02, 0), (r + 0.010, 0), (r + 0.010, 0.026), (r - 0.002, 0.028)]
    return turned("foot", [tuple(p) for p in rounded(profile, 0.009, 5)], metal, SEGMENTS)


def lid(metal, radius=0.40, height=0.17):
    """The lid, its lower edge at z = 0, with a rolled bead."""
    r, h = radius, height + 0.02
    profile = [
        (r + 0.003, 0.0),
        (r + 0.012, -0.002),
        (r + 0.012, h),
        (r - 0.035, h + 0.004),
        (r - 0.045, h - 0.010),
        (0, h - 0.010),
    ]
    profile = rounded(profile, [0, 0.006, 0.022, 0.008, 0.008, 0], 6)
    inside = [(0, h - 0.018), (r - 0.002, h - 0.018), (r + 0.003, 0.0)]
    shell = turned("lid", [tuple(p) for p in profile], metal, SEGMENTS)
    lining = turned("lining", inside, metal, SEGMENTS)
    around = np.linspace(0, 2 * math.pi, 13)[:-1]
    ring = [(r + 0.012 + 0.007 * math.cos(a), 0.004 + 0.007 * math.sin(a)) for a in around]
    bead = turned("bead", ring, metal, SEGMENTS, closed=True)
    return group("lid", shell, lining, bead)


def _open_rim(radius, height):
    r, h = radius, height
    profile = [
        (r, h - 0.01),
        (r + 0.008, h + 0.005),
        (r, h + 0.016),
        (r - 0.012, h + 0.005),
        (r - 0.012, 0.1),
        (0, 0.1),
    ]
    profile = [tuple(p) for p in rounded(profile, 0.005, 4)]
    return turned("rim", profile, brushed_metal("#cfcfd6", 0.25, 0.3), SEGMENTS)
