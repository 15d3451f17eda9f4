"""A glass handle, drawn out hot and pressed on: it runs out on the wall and is one body with it."""

import bmesh
import bpy
import numpy as np

from goods.tea import GLASS_INDEX
from kit.mesh import curve, mesh
from kit.surface import Surface

# How far into the wall it reaches: less than any wall is thick.
DEPTH, SIDES = 0.010, 48


def handle(points, outside, grip, foot, material):
    """A rod between two places of a vessel's wall; `points` begin and end within it.

    `outside` is the vessel's profile, `grip` half the rod's thickness (a function of 0..1) and
    `foot` how much wider it is where it meets the wall.
    """
    path = _from_wall_to_wall(np.asarray(curve(points, 24), float), outside)
    along, steps = _course(path)
    rings = []
    for middle, way, gone in zip(path, along, steps):
        away = min(gone, steps[-1] - gone)
        end, inwards = (0, -along[0]) if gone < steps[-1] / 2 else (-1, along[-1])
        out = _circle(way)
        half = grip(gone / steps[-1]) + foot * np.clip(1 - away / (2.2 * foot), 0, 1) ** 2.6
        # The first rings follow the wall, which is round; further out they are level.
        near = np.clip(1 - away / 0.12, 0, 1)
        reach = _reach(path[end] + out * half, inwards, outside) if near else np.zeros(SIDES)
        rings.append(middle + out * half + np.outer(near * reach, inwards))
    ends = [rings[0] - DEPTH * along[0], rings[-1] + DEPTH * along[-1]]
    return mesh("handle", *_skin([ends[0], *rings, ends[1]]), material)


def pressed_on(points, outside, grip, foot):
    """A handle for a cup near the camera: it only touches the wall, and where it does it bends nothing.

    One body with the wall, it ended in black; two that overlap show the rod's end as a disc.
    """
    rod = handle(points, outside, grip, foot, None)
    count = len(rod.data.vertices)
    place = np.empty(count * 3, np.float32)
    rod.data.vertices.foreach_get("co", place)
    off = -_inside_by(place.reshape(-1, 3), outside)
    paint = np.ones((count, 4), np.float32)
    paint[:, 0] = np.clip((off - 0.010) / 0.032, 0, 1)
    rod.data.color_attributes.new(name="Col", type="FLOAT_COLOR", domain="POINT")
    rod.data.color_attributes["Col"].data.foreach_set("color", paint.ravel())
    rod.data.materials.clear()
    rod.data.materials.append(_bending_away_from_the_wall())
    return rod


def _bending_away_from_the_wall():
    s = Surface("handle")
    away = s.node("ShaderNodeSeparateRGB", {"Image": s.painted()}).outputs[0]
    solid = s.node("ShaderNodeBsdfGlass", {"IOR": GLASS_INDEX, "Roughness": 0.0, "Color": "#fdfefe"})
    slant = s.node("ShaderNodeLayerWeight", {"Blend": 0.5}).outputs["Facing"]
    tint = s.ramp(slant, [(0.0, "#fbfbfc"), (0.75, "#eceef2"), (0.92, "#a9acb8"), (1.0, "#7d808c")])
    straight = s.node("ShaderNodeBsdfTransparent", {0: tint})
    mirror = s.node("ShaderNodeBsdfGlossy", {"Color": "#ffffff", "Roughness": 0.0})
    outside = s.math("SUBTRACT", 1.0, s.node("ShaderNodeNewGeometry").outputs["Backfacing"])
    share = s.math("MULTIPLY", s.node("ShaderNodeFresnel", {"IOR": GLASS_INDEX}).outputs[0], outside)
    on_wall = s.mixed_shaders(share, straight, mirror)
    light = s.ramp(slant, [(0.0, "#f6f6f8"), (0.55, "#e6e6ee"), (1.0, "#77757f")])
    fake = s.node("ShaderNodeBsdfTransparent", {0: light})
    return s.finish(s.mixed_shaders(s.only_lit_by(), s.mixed_shaders(away, on_wall, solid), fake))


def melted_on(name, path, outside, half, foot, material, level=None):
    """A tube that begins on a turned vessel's wall, `foot` wider there; `half` of 0..1 is its radius.

    With a `level` it ends there, as tea in a spout does.
    """
    path = _from_wall_to_wall(np.asarray(path, float), outside)
    along, steps = _course(path)
    rings = []
    for middle, way, gone in zip(path, along, steps):
        out = _circle(way)
        wide = half(gone / steps[-1]) + foot * np.clip(1 - gone / (2.2 * foot), 0, 1) ** 2.6
        near = np.clip(1 - gone / 0.12, 0, 1)
        reach = _reach(path[0] + out * wide, -along[0], outside) if near else np.zeros(SIDES)
        ring = middle + out * wide - np.outer(near * reach, along[0])
        if level is not None:
            # What would be above slides back along the tube.
            ring -= np.outer(np.maximum(0, ring[:, 2] - level) / way[2], way)
        rings.append(ring)
    if level is None:
        return mesh(name, np.concatenate(rings), _sides(len(rings)), material)
    kept = 1 + next(i for i, ring in enumerate(rings) if ring[:, 2].min() > level - 1e-6)
    return mesh(name, *_skin(rings[:kept]), material)


def _course(path):
    """Which way a path goes at each of its points, and how far it has come there."""
    along = np.gradient(path, axis=0)
    along /= np.linalg.norm(along, axis=1)[:, None]
    return along, np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))]


def _circle(way):
    """`SIDES` directions across `way`, for a path that lies in the plane of x and z."""
    turns = np.linspace(0, 2 * np.pi, SIDES, endpoint=False)
    side = np.cross(way, (0, 1, 0))
    side /= np.linalg.norm(side)
    return np.outer(np.cos(turns), side) + np.outer(np.sin(turns), (0, 1, 0))


def _from_wall_to_wall(path, outside):
    """The part of a path that is outside of a turned wall."""
    bare = np.flatnonzero(_inside_by(path, outside) < 0)
    return path[bare[0] : bare[-1] + 1]


def _inside_by(points, outside):
    """How far within a turned profile points are, measured across its axis."""
    heights, radii = np.asarray(outside)[:, 1], np.asarray(outside)[:, 0]
    return np.interp(points[:, 2], heights, radii) - np.hypot(points[:, 0], points[:, 1])


def _reach(points, way, outside):
    """How far each point is from the wall in one direction; below 0 where it is within."""
    low, high = np.full(len(points), -0.12), np.full(len(points), 0.12)
    for _ in range(24):
        middle = (low + high) / 2
        within = _inside_by(points + middle[:, None] * way, outside) > 0
        low, high = np.where(within, low, middle), np.where(within, middle, high)
    return low


def _sides(rings):
    """Faces between so many rings, open at both ends."""
    faces = []
    for i in range(rings - 1):
        for k in range(SIDES):
            n, a, b = (k + 1) % SIDES, i * SIDES, (i + 1) * SIDES
            faces.append((a + k, b + k, b + n, a + n))
    return faces


def _skin(rings):
    """Vertices and faces of a closed tube, each end a fan about its middle."""
    vertices = np.concatenate([*rings, [rings[0].mean(0)], [rings[-1].mean(0)]])
    first, last = len(vertices) - 2, len(vertices) - 1
    faces = _sides(len(rings))
    final = (len(rings) - 1) * SIDES
    for k in range(SIDES):
        n = (k + 1) % SIDES
        faces += [(first, k, n), (last, final + n, final + k)]
    return vertices, faces


def fused(vessel, rod, kept=None):
    """Makes one body of both: where two overlap, light is bent twice and the rod's end is a disc.

    Faces of the vessel from the number `kept` on only close it for that, and are taken away again.
    """
    for material in (rod.data.materials[0], None):
        vessel.data.materials.append(material)
    if kept is not None:
        closing = [0] * kept + [2] * (len(vessel.data.polygons) - kept)
        vessel.data.polygons.foreach_set("material_index", closing)
    union = vessel.modifiers.new("handle", "BOOLEAN")
    union.operation, union.solver, union.object = "UNION", "EXACT", rod
    shape = bmesh.new()
    shape.from_object(vessel, bpy.context.evaluated_depsgraph_get())
    bmesh.ops.delete(shape, geom=[f for f in shape.faces if f.material_index == 2], context="FACES")
    vessel.modifiers.clear()
    shape.to_mesh(vessel.data)
    shape.free()
    # Shaded as one surface with the wall, the crease between them is black.
    vessel.data.use_auto_smooth, vessel.data.auto_smooth_angle = True, np.radians(24)
    bpy.data.objects.remove(rod)
    return vessel
