"""Shapes: turned, swept and boxed meshes. One unit is 10 cm."""

import math

import bmesh
import bpy
import numpy as np
from mathutils import Vector


def mesh(name, vertices, faces, material=None, smooth=True, uvs=None, colours=None):
    """A mesh object in the scene; `uvs` and `colours` hold one row for each vertex."""
    data = bpy.data.meshes.new(name)
    data.from_pydata([tuple(v) for v in vertices], [], faces)
    if smooth:
        data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    if uvs is not None:
        corner = np.empty(len(data.loops), dtype=np.int32)
        data.loops.foreach_get("vertex_index", corner)
        layer = data.uv_layers.new(name="UV")
        layer.data.foreach_set("uv", np.asarray(uvs, np.float32)[corner].ravel())
    if colours is not None:
        paint = np.asarray(colours, np.float32)
        if paint.shape[1] == 3:
            paint = np.hstack([paint, np.ones((len(paint), 1), np.float32)])
        layer = data.color_attributes.new(name="Col", type="FLOAT_COLOR", domain="POINT")
        layer.data.foreach_set("color", paint.ravel())
    data.update()
    if material:
        data.materials.append(material)
    return link(bpy.data.objects.new(name, data))


def link(thing):
    bpy.context.collection.objects.link(thing)
    return thing


def off_stage(things):
    """Takes things that are only copied out of the scene."""
    for thing in things:
        bpy.context.collection.objects.unlink(thing)
    return things


def group(name, *parts):
    """An empty that carries its parts."""
    carrier = link(bpy.data.objects.new(name, None))
    for part in parts:
        part.parent = carrier
    return carrier


def place(thing, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Moves a thing; `turn` is in degrees."""
    thing.location = at
    thing.rotation_euler = [math.radians(a) for a in turn]
    thing.scale = scale if isinstance(scale, (tuple, list)) else (scale,) * 3
    return thing


def vertices_of(thing):
    """World positions of a mesh's vertices."""
    count = len(thing.data.vertices)
    flat = np.empty(count * 3, np.float32)
    thing.data.vertices.foreach_get("co", flat)
    matrix = np.array(thing.matrix_world)
    return flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3]


def grid_faces(columns, rows):
    return [
        (j * columns + i, j * columns + i + 1, (j + 1) * columns + i + 1, (j + 1) * columns + i)
        for j in range(rows - 1)
        for i in range(columns - 1)
    ]


def curve(points, steps=10):
    """A smooth line through 2D or 3D points."""
    p = [np.array(q, float) for q in points]
    line = []
    for i in range(len(p) - 1):
        before = p[i - 1] if i > 0 else 2 * p[i] - p[i + 1]
        after = p[i + 2] if i + 2 < len(p) else 2 * p[i + 1] - p[i]
        a, b = p[i], p[i + 1]
        for k in range(steps):
            t = k / steps
            line.append(
                0.5
                * (
                    2 * a
                    + (b - before) * t
                    + (2 * before - 5 * a + 4 * b - after) * t * t
                    + (3 * a - before - 3 * b + after) * t**3
                )
            )
    return line + [p[-1]]


def rounded(points, radii, steps=6):
    """A 2D polyline with rounded corners; one radius, or one for each point."""
    p = [np.array(q, float) for q in points]
    line = [p[0]]
    for i in range(1, len(p) - 1):
        radius = radii[i] if isinstance(radii, (list, tuple)) else radii
        a, b = p[i - 1] - p[i], p[i + 1] - p[i]
        length_a, length_b = np.linalg.norm(a), np.linalg.norm(b)
        a, b = a / length_a, b / length_b
        angle = math.acos(max(-1, min(1, float(a @ b))))
        cut = radius / math.tan(angle / 2) if angle > 1e-3 else 0
        cut = min(cut, length_a * 0.49, length_b * 0.49)
        start, end = p[i] + a * cut, p[i] + b * cut
        for k in range(steps + 1):
            t = k / steps
            line.append((1 - t) ** 2 * start + 2 * t * (1 - t) * p[i] + t * t * end)
    return line + [p[-1]]


def turned(name, profile, material=None, segments=128, closed=False):
    """A body turned on the lathe from (radius, height) points."""
    vertices, rings = [], []
    for radius, height in profile:
        if radius <= 1e-5:
            rings.append([len(vertices)])
            vertices.append((0, 0, height))
            continue
        rings.append(list(range(len(vertices), len(vertices) + segments)))
        for k in range(segments):
            a = 2 * math.pi * k / segments
            vertices.append((radius * math.cos(a), radius * math.sin(a), height))
    faces = []
    pairs = list(zip(rings[:-1], rings[1:])) + ([(rings[-1], rings[0])] if closed else [])
    for low, high in pairs:
        if len(low) == 1 and len(high) == 1:
            continue
        for k in range(segments):
            n = (k + 1) % segments
            if len(low) == 1:
                faces.append((low[0], high[n], high[k]))
            elif len(high) == 1:
                faces.append((low[k], low[n], high[0]))
            else:
                faces.append((low[k], low[n], high[n], high[k]))
    return mesh(name, vertices, faces, material)


def swept(name, path, radius, material=None, segments=24, hollow=False):
    """A tube along a 3D path; `radius` is a number or a function of 0..1.

    `hollow` turns the surface inside out: the bore of a thicker tube.
    """
    points = [Vector(p) for p in path]
    last = len(points) - 1
    vertices, faces = [], []
    for i, p in enumerate(points):
        along = (points[min(i + 1, last)] - points[max(i - 1, 0)]).normalized()
        side = along.cross(Vector((0, 1, 0)))
        if side.length < 1e-4:
            side = along.cross(Vector((1, 0, 0)))
        side.normalize()
        up = side.cross(along)
        r = radius(i / last) if callable(radius) else radius
        for k in range(segments):
            a = 2 * math.pi * k / segments
            vertices.append(p + side * (r * math.cos(a)) + up * (r * math.sin(a)))
    for i in range(last):
        for k in range(segments):
            n = (k + 1) % segments
            a, b = i * segments, (i + 1) * segments
            faces.append((a + k, b + k, b + n, a + n))
    faces.append(tuple(range(segments)))
    faces.append(tuple(last * segments + k for k in reversed(range(segments))))
    if hollow:
        faces = [face[::-1] for face in faces]
    return mesh(name, vertices, faces, material)


def block(name, x, y, z, edge=0.02, material=None, segments=4):
    """A box with rounded edges, standing on its origin."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=(x, y, z), verts=shape.verts)
    bmesh.ops.translate(shape, vec=(0, 0, z / 2), verts=shape.verts)
    bmesh.ops.bevel(
        shape,
        geom=shape.edges[:] + shape.verts[:],
        offset=edge,
        segments=segments,
        profile=0.5,
        affect="EDGES",
    )
    return finished(name, shape, material)


def finished(name, shape, material=None):
    """A bmesh as an object on stage: smooth, except where faces meet at more than 40 degrees."""
    data = bpy.data.meshes.new(name)
    shape.to_mesh(data)
    shape.free()
    data.polygons.foreach_set("use_smooth", [True] * len(data.polygons))
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(40)
    if material:
        data.materials.append(material)
    return link(bpy.data.objects.new(name, data))
