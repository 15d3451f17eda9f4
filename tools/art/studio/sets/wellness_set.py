"""Product 3, Blue Tea Wellness Set, 200 g: two tins, one indigo and one lilac label."""

import math

import numpy as np

from goods.bowl import scoop
from goods.double_cup import clean_ground, double_cup, double_glassware
from goods.honey import dipper, honey_jar, honeyed, puddle
from goods.linen import linen, unmirrored
from goods.leaf_shade import leafy_window
from goods.lying import lie
from goods.materials import handled_metal, paper_label
from goods.spilling import spill
from goods.steam import steam
from goods.strewing import fresh, heap, strew
from goods.tea import BREWS
from goods.tin import lid, tin
from goods.tray import tray
from kit.mesh import group, mesh, place
from kit.room import light_through, room
from kit.stage import camera, card, paper_stage
from kit.surface import Surface

LINEN = "#e2d9cc"
RADIUS, HEIGHT = 0.40, 1.0
INSIDE = [(0.4, 0.382), (HEIGHT, 0.382)]


def indigo_tin(opened=False):
    return tin(paper_label("tin-wellness-indigo.png"), handled_metal(), RADIUS, HEIGHT, opened=opened)


def lilac_tin(opened=False):
    return tin(paper_label("tin-wellness-lilac.png"), handled_metal(), RADIUS, HEIGHT, opened=opened)


def pack():
    unmirrored(paper_stage())
    left = place(indigo_tin(), (-0.80, -0.02, 0), (0, 0, 8))
    right = place(lilac_tin(), (0.05, 0.14, 0), (0, 0, 6))
    # Beside the tins: no word is covered, and only the backdrop is seen through the tea.
    at = (0.95, -0.12, 0)
    place(double_cup(brew="blue", strong=0.95), at)
    strewn = spill(-0.52, -0.74, 4, 1, 9, way=180, reach=0.5, seed=27)
    strewn += spill(0.30, -0.88, 1, 0, 3, seed=28)
    picked = fresh((3, 0.86, -0.90, 21, 6, 28, 0.60))
    lie(picked, sink=0.03)
    _not_through_glass(*left.children, *right.children, *strewn, *picked)
    # The fill was a pale patch in the tea.
    leafy_window(0.55, fill=0.01)
    camera((0.05, -6.4, 2.0), (0.08, 0, 0.50), 80, aperture=7.1, focus=(0, -0.4, 0.5))


def _not_through_glass(*things):
    """Bent round by two walls and the tea, they were dark stains low in the cup."""
    for thing in things:
        for part in (thing, *thing.children):
            part.visible_transmission = False


def inside():
    paper_stage("#d0c3ee")
    place(indigo_tin(opened=True), (-0.46, 0.16, 0), (0, 0, 0))
    place(lilac_tin(opened=True), (0.50, 0.10, 0), (0, 0, 10))
    heap((-0.46, 0.16, 0), 0.36, 0.88, 1.02, 110, scale=0.5, flat=0.42, vessel=INSIDE)
    heap((0.50, 0.10, 0), 0.36, 0.90, 1.04, 110, scale=0.5, seed=4, flat=0.42, vessel=INSIDE)
    # Its rim on the table and against the tin, its top turned outwards.
    place(lid(handled_metal(), RADIUS), (1.003, 0.047, 0.413), (0, 76, -6))
    spill(-0.60, -0.62, 2, 0, 5, reach=0.24, seed=29, scale=0.5)
    spill(0.88, -0.62, 2, 0, 4, reach=0.24, seed=30, scale=0.5)
    place(scoop(), (-0.10, -0.60, 0), (0, 0, -24))
    heap((-0.10, -0.60, 0), 0.09, 0.08, 0.12, 8, scale=0.30, seed=5)
    leafy_window(0.6)
    camera((0.05, -5.9, 3.1), (0.12, -0.04, 0.48), 92, aperture=6.3, focus=(0, -0.2, 0.8))


def _cloth_turns_into_wall():
    """A cove that only light through glass meets. A round bowl of tea shows what is behind it upside
    down; where cloth met wall, there was a hard curve in the tea."""
    s = Surface("cove")
    along = s.node("ShaderNodeSeparateXYZ", {0: s.node("ShaderNodeUVMap").outputs[0]}).outputs[1]
    light = s.ramp(along, [(0.0, "#d8cdbf"), (0.45, "#c4b8b2"), (1.0, "#a59ba4")])
    glow = s.node("ShaderNodeEmission", {"Color": light, "Strength": 0.85})
    s.unsampled()
    turns = np.linspace(0, math.pi / 2, 24)
    rows = [(2.3 + 1.4 * math.sin(a), 0.02 + 4.0 * (1 - math.cos(a))) for a in turns]
    corners = [(x, y, z) for y, z in rows for x in (-9, 9)]
    uvs = [(x, i / 23) for i in range(24) for x in (0, 1)]
    faces = [(2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(23)]
    cove = mesh("cove", corners, faces, s.finish(glow), uvs=uvs)
    cove.visible_camera = cove.visible_diffuse = cove.visible_glossy = False
    cove.visible_shadow = False


def _dark_above(at):
    """What draws a lip of glass: the dark of a room, which it turns upside down."""
    dark = card((at[0], 3.7, 3.0), (at[0], 3.0, 2.9), 9, 3.0, "#4c4750")
    dark.visible_glossy = False


def in_use():
    room(behind="window")
    _cloth_turns_into_wall()
    folds = [(-1.5, -0.9, 60, 1.2, 0.07, 0.04), (1.7, -0.7, -50, 1.5, 0.08, 0.05)]
    cloth = linen(LINEN, flat=[(0, 0.1, 1.75)], folds=folds)
    board = place(tray(), (0, 0.1, 0), (0, 0, 4))
    at = (-0.56, -0.32, 0.051)
    place(double_cup(brew="blue", strong=0.85), at)
    _dark_above(at)
    # Against wood behind it the tea would look like wine.
    clean_ground((-2.6, 0.38), (-0.86, 3.6), 0.12)
    staves = [part for part in board.children if part.name.startswith("stave")]
    on = [(stave, "#a9733f") for stave in staves]
    light_through(double_glassware(at), BREWS["blue"], on, *at[:2], floor=0.051)
    left = place(indigo_tin(), (0.20, 0.52, 0.05), (0, 0, -4))
    right = place(lilac_tin(), (1.02, 0.40, 0.05), (0, 0, 6))
    rims = [part for part in board.children if part not in staves]
    _not_through_glass(*left.children, *right.children, *rims)
    # Before the gap between the tins: no word is covered.
    place(honey_jar(), (0.60, -0.22, 0.05), scale=0.80)
    place(group("dipped", dipper(), honeyed()), (1.235, -0.455, 0.138), (0, -88.4, 41))
    place(puddle(0.14), (1.15, -0.53, 0.051), (0, 0, 41))
    steam((-0.56, -0.32, 0.72), strength=0.13, seed=13)
    lie(strew([(0.52, -0.62)], seed=44, scale=0.42), floor=0.054)
    spill(-0.84, -1.38, 3, 1, 10, way=0, reach=0.6, seed=40, scale=0.5, floor=cloth)
    spill(0.54, -1.38, 1, 0, 3, seed=41, scale=0.5, floor=cloth)
    camera((0, -7.2, 3.1), (0.10, -0.10, 0.44), 80, aperture=1.3, focus=(-0.4, -0.5, 0.5))
