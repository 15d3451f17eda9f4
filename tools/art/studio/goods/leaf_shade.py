"""Morning light: a sun through leaves that the camera never sees."""

import math
import random

from mathutils import Vector

from kit.mesh import mesh
from kit.stage import morning_sun, window_light
from kit.surface import plain

# A little from before the table, so that leaf shadows reach the wall.
SUN = Vector((-4.6, -1.7, 3.2))


def leafy_window(height=0.8, seed=3, falls_on=(0.3, 2.4, 1.2), **light):
    """The light of every product picture: sun through leaves, on the backdrop, and the sky.

    A backdrop of one even tone is a drawn one.
    """
    window_light(height, **light)
    morning(falls_on, leaves=80, seed=seed, size=1.0, strength=3.4, softness=2.2)


def morning(
    falls_on=(-0.9, 1.6, 1.2),
    leaves=65,
    seed=3,
    spread=2.2,
    size=1.25,
    strength=3.6,
    softness=1.3,
):
    """A low sun from the left; shadows of leafy branches fall round a point."""
    morning_sun(SUN, (0.6, 0, 0.2), strength, softness=softness)
    rng = random.Random(seed)
    green = plain("leaf", "#2c4020", 0.6)
    centre = Vector(falls_on) + SUN * 0.55
    facing = SUN.normalized().to_track_quat("Z", "Y")
    branches = 5
    for branch in range(branches):
        base = Vector((rng.uniform(-spread, spread), rng.uniform(-spread, spread) * 0.6, 0))
        heading = rng.uniform(-0.6, 0.6) + (0 if branch % 2 else math.pi)
        for i in range(leaves // branches):
            t = i / (leaves // branches)
            length = size * (1 - 0.45 * t) * rng.uniform(0.8, 1.15)
            stem = base + Vector((math.cos(heading), math.sin(heading), 0)) * (t * 2.6)
            turn = heading + (1 if i % 2 else -1) * rng.uniform(0.55, 0.8)
            outline = _leaf(length)
            c, s = math.cos(turn), math.sin(turn)
            corners = [
                centre + facing @ Vector((stem.x + c * x - s * y, stem.y + s * x + c * y, 0))
                for x, y in outline
            ]
            leaf = mesh("leaf", corners, [tuple(range(len(corners)))], green, smooth=False)
            leaf.visible_camera = leaf.visible_glossy = False
            leaf.visible_transmission = leaf.visible_diffuse = False


def _leaf(length):
    edge = []
    for k in range(13):
        t = k / 12
        edge.append((t * length, 0.115 * length * math.sin(math.pi * t**0.75)))
    return edge + [(x, -y) for x, y in edge[::-1][1:-1]]
