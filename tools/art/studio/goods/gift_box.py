"""The rigid gift box: tray, lid with foil, the ribbon round it."""

import math

import bmesh

from goods.board import rubbed
from goods.satin_ribbon import band, bow
from kit.colour import linear
from kit.mesh import block, finished, group, place
from kit.surface import Surface

# As deep as a tin that lies in it is thick, and a cup that stands in it high.
WIDTH, DEPTH, HEIGHT, WALL = 2.95, 1.75, 1.06, 0.045
LID_RIM = 0.30
# The lid slides over the tray: less than a millimetre of air on each side.
LID_TOP, LID_WALL, GAP = 0.045, 0.023, 0.007
LID_WIDTH, LID_DEPTH = [size + 2 * (GAP + LID_WALL) for size in (WIDTH, DEPTH)]
INK = "#29267f"


def box():
    """The open lower part: one board body covered with paper, lined with a paler one."""
    inner = _lining()
    w, d, h, t = WIDTH, DEPTH, HEIGHT, WALL
    parts = [_tray("tray", w, d, h, t, t, wrapped(w, d, 0, h))]
    for sign in (-1, 1):
        for x, y, width, depth in (
            (0, sign * (d / 2 - t - 0.003), w - 2 * t, 0.004),
            (sign * (w / 2 - t - 0.003), 0, 0.004, d - 2 * t),
        ):
            wall = block("lining", width, depth, h - t - 0.012, 0.001, inner, 3)
            parts.append(place(wall, (x, y, t)))
    floor = block("floor", w - 2 * t, d - 2 * t, 0.006, 0.002, inner, 2)
    parts.append(place(floor, (0, 0, t)))
    return group("box", *parts)


def lid(emblem_size=1.5, emblem_shift=0.16):
    """The lid, its top's underside at z = 0, rim hanging down."""
    size, low = (LID_WIDTH, LID_DEPTH), -LID_RIM + 0.03
    paper = wrapped(*size, low, LID_TOP, "foil-lid.png", emblem_size, emblem_shift)
    return group("lid", _tray("lid", *size, LID_TOP - low, LID_WALL, LID_TOP, paper, low, True))


def _tray(name, width, depth, height, wall, floor, material, low=0.0, turned_over=False):
    """A board tray whose paper runs round every edge, without a joint."""
    shape = bmesh.new()
    bmesh.ops.create_cube(shape, size=1.0)
    bmesh.ops.scale(shape, vec=(width, depth, height), verts=shape.verts)
    bmesh.ops.translate(shape, vec=(0, 0, height / 2), verts=shape.verts)
    top = max(shape.faces, key=lambda face: face.calc_center_median().z)
    bmesh.ops.inset_region(shape, faces=[top], thickness=wall)
    sunk = bmesh.ops.extrude_face_region(shape, geom=[top])["geom"]
    corners = [part for part in sunk if isinstance(part, bmesh.types.BMVert)]
    bmesh.ops.delete(shape, geom=[top], context="FACES_ONLY")
    bmesh.ops.translate(shape, vec=(0, 0, floor - height), verts=corners)
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    # Board is folded, not machined: an edge is as round as paper, a corner a little rounder.
    bmesh.ops.bevel(
        shape, geom=shape.edges[:], offset=0.011, segments=4, profile=0.5, affect="EDGES"
    )
    if turned_over:
        bmesh.ops.scale(shape, vec=(1, 1, -1), verts=shape.verts)
        bmesh.ops.translate(shape, vec=(0, 0, height), verts=shape.verts)
        bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    bmesh.ops.translate(shape, vec=(0, 0, low), verts=shape.verts)
    return finished(name, shape, material)


def wrapped(width, depth, low, high, foil=None, size=1.6, shift=0.0):
    """Dyed paper round a board body of that size, rubbed paler where hands and shelves meet it.

    `foil` is a drawing pressed on in gold, `size` units wide.
    """
    s = Surface("wrapping paper")
    at = s.coordinates()
    ends = (-width / 2, -depth / 2, low), (width / 2, depth / 2, high)
    bare = rubbed(s, at, *ends, along=(-0.003, 0.0055), corner=0.014, bared=0.55)
    # Long fibres that lie every way, and pulp between them.
    fibres = None
    for turn in (0.2, 1.3, 2.4):
        one = s.noise(1.0, 2, s.stretched(at, (55, 55, 240), (turn, 0.7 + turn, turn)))
        fibres = one if fibres is None else s.math("MAXIMUM", fibres, one)
    pulp = s.noise(120, 3, at)
    grain = s.math("MULTIPLY_ADD", fibres, 0.7, pulp)
    # The felt that it was pressed on left its mark: that much is seen from afar.
    felt = s.noise(34, 4, at, 0.3)
    clouds = s.between(s.noise(1.3, 4, at), 0.93, 1.07, 0.3, 0.7)
    clouds = s.math("MULTIPLY", clouds, s.between(felt, 0.93, 1.06, 0.3, 0.7))
    shade = s.math("MULTIPLY", s.between(grain, 0.90, 1.08, 0.75, 1.2), clouds)
    ink = s.shaded(INK, shade)
    colour = s.mixed(bare, ink, linear("#a9a5cf"))
    # Boards are never quite flat: the light on them changes slowly.
    sway = s.bump(s.noise(1.1, 1, at), 0.15, 0.03)
    normal = s.bump(grain, 0.12, 0.003, s.bump(felt, 0.22, 0.006, sway))
    rough = s.between(s.noise(3, 4, at), 0.50, 0.66, 0.3, 0.7)
    paper = s.principled(colour, rough, Specular=0.30, Normal=normal)
    if not foil:
        return s.finish(paper)
    mapping = s.node("ShaderNodeMapping", {"Vector": at}, vector_type="TEXTURE")
    mapping.inputs["Location"].default_value = (-size / 2, -size / 2 + shift, 0)
    mapping.inputs["Scale"].default_value = (size, size, 1)
    pressed = s.image(foil, mapping.outputs[0], clip=True).outputs["Alpha"]
    # Not all metal: pressed into felt, foil scatters, and where it mirrors a dark box it is not black.
    relief = s.bump(pressed, -0.4, 0.004, normal)
    gold = s.principled("#dcb76c", 0.36, Metallic=0.62, Specular=0.6, Normal=relief)
    return s.finish(s.mixed_shaders(pressed, paper, gold))


def _lining():
    """The paper inside: pale, with a faint pulp."""
    s = Surface("lining paper")
    pulp = s.noise(60, 4)
    tone = s.shaded("#f4ecdc", s.between(pulp, 0.94, 1.04, 0.3, 0.7))
    return s.finish(s.principled(tone, 0.75, Specular=0.2, Normal=s.bump(pulp, 0.25, 0.004)))


def tied(x, top, material):
    """Ribbon round the closed box at `x`, with a bow on top at height `top`.

    Drawn tight: over the lid's edge, from its rim in to the tray, under the tray.
    """
    d = DEPTH / 2 + GAP + LID_WALL + 0.005
    rim, tray = HEIGHT - LID_RIM + 0.03, DEPTH / 2 + 0.004
    # Close together at each bend: a curve through points far apart would swing out there.
    side = [(tray, 0.002), (tray, 0.05), (tray + 0.010, rim * 0.6), (d - 0.004, rim - 0.06)]
    side += [(d, rim), (d, rim + 0.06), (d, top - 0.06), (d, top - 0.018), (d - 0.005, top - 0.004)]
    side += [(d - 0.018, top + 0.003), (d - 0.06, top + 0.003)]
    over = [(x, -y, z) for y, z in side]
    over += [(x, -0.44, top + 0.003), (x, -0.30, top + 0.006), (x, -0.16, top + 0.003)]
    over += [(x, 0.4, top + 0.003)]
    over += [(x, y, z) for y, z in side[::-1]]
    # Drawn together where it runs under the knot.
    count, knot = len(over), len(side) + 1
    widths = [0.20 - 0.07 * math.exp(-(((i - knot) / 0.7) ** 2)) for i in range(count)]
    strap = band(over, widths, (1, 0, 0), material, pleats=0.006, waves=0.35)
    return group("tied ribbon", strap, bow(x, -0.30, top, material))
