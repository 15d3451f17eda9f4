"""Flowers that lie: turned until they rest, petals bent where they meet the ground."""

import bpy
import numpy as np
from mathutils import Matrix

from kit.mesh import vertices_of


def lie(things, floor=0.003, sink=0.012):
    """Lets flowers that were laid out come to rest on a floor, a height or a cloth.

    `sink` is how far soft petals give way below them; 0 keeps one mesh for all copies, which is
    what many flowers in one picture want.
    """
    bpy.context.view_layer.update()
    for thing in things:
        level = floor if isinstance(floor, float) else _height_under(thing, floor)
        rest(thing)
        lowest = vertices_of(thing)[:, 2].min()
        thing.location.z += level - sink - float(lowest)
        bpy.context.view_layer.update()
        if sink:
            _press(thing, level)
    return things


def _height_under(thing, cloth, reach=0.12):
    """How high a cloth lies round the place of a thing."""
    points = vertices_of(cloth)
    away = np.hypot(points[:, 0] - thing.location.x, points[:, 1] - thing.location.y)
    return float(points[away < reach, 2].mean())


def rest(thing, steps=(14, 8, 4, 2, 1)):
    """Turns a thing to where its middle lies lowest above its lowest point."""
    at = thing.matrix_world.translation.copy()
    points = vertices_of(thing)[::9] - np.array(at)

    def height(p):
        return p[:, 2].mean() - np.partition(p[:, 2], 3)[3]

    turned, best = Matrix.Identity(3), height(points)
    for degrees in steps:
        for _ in range(12):
            found = None
            for axis in ("X", "Y"):
                for way in (-1, 1):
                    turn = Matrix.Rotation(np.radians(way * degrees), 3, axis)
                    tried = height(points @ np.array(turn).T)
                    if tried < best - 1e-5:
                        best, found = tried, turn
            if not found:
                break
            points = points @ np.array(found).T
            turned = found @ turned
    thing.rotation_euler = (turned @ thing.rotation_euler.to_matrix()).to_euler()
    bpy.context.view_layer.update()


def _press(thing, floor, soft=0.006):
    """Bends what would be below the floor on to it."""
    thing.data = thing.data.copy()
    world = vertices_of(thing)
    above = (world[:, 2] - floor) / soft
    world[:, 2] = floor + soft * np.logaddexp(0, above)
    back = np.array(thing.matrix_world.inverted())
    local = world @ back[:3, :3].T + back[:3, 3]
    thing.data.vertices.foreach_set("co", local.astype(np.float32).ravel())
    thing.data.update()
