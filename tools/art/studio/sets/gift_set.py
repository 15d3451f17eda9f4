"""Product 6, Deluxe Gift Set, 250 g: the indigo box with two tins and a glass cup."""

import math

import numpy as np

from goods.crinkled import Nest, crinkled
from goods.cup import INSIDE as CUP_INSIDE
from goods.cup import cup, cup_glassware
from goods.gift_box import DEPTH, HEIGHT, WALL, WIDTH, box, lid, tied
from goods.gift_tin import RADIUS as GIFT_TIN_RADIUS
from goods.gift_tin import gift_tin
from goods.linen import linen
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.satin_ribbon import band, satin
from goods.spilling import spill
from goods.steam import steam
from goods.strewing import fresh
from goods.tea import BREWS
from goods.vessel import thin_glass
from kit.mesh import block, group, place, turned
from kit.room import light_through, room
from kit.stage import camera, paper_stage
from kit.surface import Surface, plain

LINEN = "#e2d9cc"
# Stands in the paper, its handle towards the camera.
CUP_AT, CUP_TURN = (0.90, 0.20, 0.25), -58
TINS = [(-0.955, -0.43, 0.53), (-0.035, -0.46, 0.53)]
# Natural paper of several bales, some of it bleached, and a little of the ribbon's lilac.
STRAW = [("#e6d5b2", 0.34), ("#d8c199", 0.20), ("#f6efe0", 0.30), ("#d3c8ec", 0.16)]


def _round_contents(x, y):
    """How far it is from (x, y) to the box's walls, the tins' upper halves and the cup."""
    clear = np.minimum(WIDTH / 2 - WALL - np.abs(x), DEPTH / 2 - WALL - np.abs(y)) - 0.02
    for tx, ty, _ in TINS:
        off_x, off_y = np.abs(x - tx) - 0.33, np.abs(y - ty - 0.52) - 0.55
        outside = np.hypot(np.maximum(off_x, 0), np.maximum(off_y, 0))
        clear = np.minimum(clear, outside + np.minimum(np.maximum(off_x, off_y), 0))
    a = math.radians(CUP_TURN)
    for away, radius in ((0, 0.425), (0.54, 0.04)):
        middle = CUP_AT[0] + away * math.cos(a), CUP_AT[1] + away * math.sin(a)
        clear = np.minimum(clear, np.hypot(x - middle[0], y - middle[1]) - radius)
    return clear


def _beneath(x, y):
    """What paper falls on: other paper, deep in the box, and the tins' sides."""
    height = np.full_like(x, 0.34)
    for tx, ty, tz in TINS:
        round_ = np.sqrt(np.maximum(0, GIFT_TIN_RADIUS**2 - (x - tx) ** 2))
        lies = (np.abs(x - tx) < GIFT_TIN_RADIUS) & (y > ty) & (y < ty + 1.04)
        height = np.where(lies, np.maximum(height, tz + round_), height)
    return height


def bedding():
    """The paper that tins and cup lie in."""
    nest = Nest((WIDTH / 2 - WALL, DEPTH / 2 - WALL), _round_contents, _beneath)
    deep = block("deep", WIDTH - 0.1, DEPTH - 0.1, 0.02, 0.002, plain("deep", "#8d7f66", 0.9), 1)
    return group("bedding", place(deep, (0, 0, 0.30)), crinkled(nest, 520, STRAW, below=0.80))


def in_cup():
    """Paper pushed into the cup."""
    inside = [(radius - 0.004, height) for radius, height in CUP_INSIDE[1:]]
    radii, heights = zip(*inside)
    nest = Nest(
        (0.42, 0.42),
        lambda x, y: 0.43 - np.hypot(x, y),
        lambda x, y: np.interp(np.hypot(x, y), radii, heights, left=heights[0]),
    )
    return crinkled(nest, 150, STRAW, seed=8, long=(0.4, 0.9), below=0.60, inside=inside)


def _thin(vessel):
    """Walls that bend nothing and only mirror: bent, the paper all round made the rim a hoop of lead.

    The handle is a solid rod, and stays one.
    """
    glass = thin_glass()
    for part in vessel.children:
        if not part.name.startswith("handle"):
            part.data.materials[0] = glass
    return vessel


def filled_box():
    """The box, its contents bedded in paper and none higher than its walls; without its lid."""
    cream, indigo = TINS
    return group(
        "filled box",
        box(),
        bedding(),
        # They lie, their lettering upwards, the lids on a little more paper.
        place(gift_tin("tin-gift-cream.png"), cream, (-86.5, 0, 2.5)),
        place(gift_tin("tin-gift-indigo.png"), indigo, (-87, 0, -2)),
        place(_thin(cup()), CUP_AT, (0, 0, CUP_TURN)),
        place(in_cup(), CUP_AT),
    )


def closed_box():
    return group(
        "closed box", box(), place(lid(), (0, 0, HEIGHT)), tied(-1.06, HEIGHT + 0.045, satin())
    )


def by_the_window(rim):
    """Two thirds of the light from the window's side."""
    leafy_window(0.5, rim=rim, fill=24, at=(-4.3, -1.6, 3.2))


def white_tent(x, y):
    """White walls that only glass mirrors and lets through: without them its rim was a black line."""
    s = Surface("tent")
    path = s.node("ShaderNodeLightPath").outputs
    glow = s.node("ShaderNodeEmission", {"Color": "#fbf7ff", "Strength": 0.9})
    clear = s.node("ShaderNodeBsdfTransparent")
    s.unsampled()
    around = [(8 * math.cos(a), 8 * math.sin(a)) for a in np.linspace(0.05, math.pi / 2, 12)]
    sharp = s.mixed_shaders(path["Is Singular Ray"], clear, glow)
    tent = place(turned("tent", around, s.finish(sharp), 48), (x, y, 0))
    tent.visible_camera = tent.visible_diffuse = tent.visible_shadow = False


def _loose_ribbon():
    """Ribbon as it falls: hollow where it was knotted, and one loop that leans over itself."""
    way = [
        (-1.64, -1.29, 0.010),
        (-1.44, -1.27, 0.008),
        (-1.20, -1.25, 0.055),
        (-0.97, -1.25, 0.115),
        (-0.74, -1.27, 0.045),
        (-0.44, -1.29, 0.008),
        (-0.12, -1.31, 0.016),
        (0.13, -1.34, 0.11),
        (0.09, -1.37, 0.225),
        (-0.14, -1.41, 0.26),
        (-0.37, -1.45, 0.19),
        (-0.38, -1.50, 0.075),
        (-0.18, -1.53, 0.020),
        (0.12, -1.55, 0.010),
        (0.40, -1.57, 0.055),
        (0.62, -1.57, 0.090),
        (0.82, -1.55, 0.030),
        (0.97, -1.53, 0.008),
    ]
    band(way, [0.17] * len(way), (-0.10, -1, -0.05), satin(), waves=0.9, tails=(0.10, 0.10))


def pack():
    paper_stage(exposure=0.70, fill=0.20, depth=6, bend=3.5)
    # On edge behind the box, leant against it: only so far that its rim cannot slip.
    standing = place(lid(), (-0.06, DEPTH / 2 + 0.075, 0.905), (91.5, 0, -0.6))
    place(group("gift", filled_box(), standing), (0, 0, 0), (0, 0, 8))
    _loose_ribbon()
    lie(fresh((0, 1.50, -1.12, 18, 8, 30, 0.9)), sink=0.035)
    spill(-1.20, -1.68, 2, 0, 6, reach=0.3, seed=6)
    spill(1.10, -1.54, 1, 0, 3, seed=7)
    white_tent(*CUP_AT[:2])
    by_the_window(140)
    camera((0, -6.55, 6.75), (0.0, 0.02, 0.56), 78, aperture=9, focus=(0, -0.3, 0.7))


def inside():
    paper_stage("#d0c3ee", 0.70, 0.22, depth=7, bend=3.5)
    place(filled_box(), (0, 0, 0), (0, 0, 0))
    white_tent(*CUP_AT[:2])
    by_the_window(130)
    camera((0, -3.9, 6.7), (0, -0.06, 0.5), 73, aperture=11, focus=(0, -0.3, 0.7))


def in_use():
    room(wall="#b2a3ad", behind="drapes")
    folds = [(0.9, -1.35, -10, 1.4, 0.08, 0.04), (-1.5, 0.1, 66, 1.5, 0.09, 0.05)]
    flat = [(0.10, 1.30, 1.7), (-0.50, -0.98, 0.6), (0.92, -0.48, 0.5)]
    cloth = linen(LINEN, flat=flat, folds=folds)
    # Far enough behind for the tea to be seen against linen, not against the box.
    place(closed_box(), (0.10, 1.30, 0), (0, 0, -7))
    place(gift_tin("tin-gift-indigo.png"), (0.90, -0.46, 0), (0, 0, 6))
    at = (-0.50, -0.98, 0)
    place(cup(brew="purple", lemon=-50), at, (0, 0, -24))
    light_through(cup_glassware(at), BREWS["violet"], [(cloth, LINEN)], *at[:2])
    # Wide and faint: narrow before the dark box it was a beam.
    steam((-0.50, -0.98, 0.66), width=1.0, height=1.7, strength=0.045, seed=24)
    spill(-1.06, -1.24, 3, 1, 9, way=-20, reach=0.5, seed=50, scale=0.5, floor=cloth)
    spill(0.44, -1.30, 1, 0, 3, seed=51, scale=0.5, floor=cloth)
    camera((0, -7.0, 3.4), (0.04, 0.05, 0.44), 76, aperture=1.1, focus=(0, -1.25, 0.45))
