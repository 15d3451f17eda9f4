"""Product 6, Deluxe Gift Set, 250 g: the indigo box with two tins and a glass cup."""

from goods.cup import INSIDE as CUP_INSIDE
from goods.cup import cup, cup_glassware
from goods.gift_box import DEPTH, HEIGHT, box, crinkled_paper, lid, stuffing, tied
from goods.gift_tin import gift_tin
from goods.linen import linen
from goods.lying import lie
from goods.satin_ribbon import laid, satin
from goods.steam import steam
from goods.strewing import fresh, strew
from goods.tea import BREWS
from goods.traces import crumbs
from kit.mesh import group, place
from kit.room import light_through, room
from kit.stage import camera, paper_stage, window_light

LINEN = "#e2d9cc"
# Stands in the paper, its handle towards the camera.
CUP_AT = (0.90, 0.20, 0.25)
CREAM, LILAC = "#efe2c6", "#cdbff0"


def filled_box():
    """The box, its contents bedded in paper and none higher than its walls; without its lid."""
    nest = (*CUP_AT[:2], 0.45)
    inside_cup = [(radius - 0.004, height) for radius, height in CUP_INSIDE[1:]]
    return group(
        "filled box",
        box(),
        crinkled_paper(0.30, 420, CREAM, seed=19, round_=nest),
        crinkled_paper(0.52, 620, CREAM, seed=2, round_=nest),
        crinkled_paper(0.66, 420, CREAM, seed=23, round_=nest),
        crinkled_paper(0.70, 190, LILAC, seed=9, round_=nest),
        # They lie, their lettering upwards, the lids on a little more paper.
        place(gift_tin("tin-gift-cream.png"), (-0.955, -0.43, 0.53), (-86.5, 0, 2.5)),
        place(gift_tin("tin-gift-indigo.png"), (-0.035, -0.46, 0.53), (-87, 0, -2)),
        place(cup(), CUP_AT, (0, 0, -58)),
        place(stuffing(inside_cup, 0.10, 0.56, 150, CREAM), CUP_AT),
        place(stuffing(inside_cup, 0.16, 0.58, 34, LILAC, seed=8), CUP_AT),
    )


def closed_box():
    return group(
        "closed box", box(), place(lid(), (0, 0, HEIGHT)), tied(-1.06, HEIGHT + 0.045, satin())
    )


def by_the_window(rim):
    """Two thirds of the light from the window's side."""
    window_light(0.5, key=460, rim=rim, fill=24, back=140, at=(-4.3, -1.6, 3.2))


def pack():
    paper_stage(exposure=0.70, fill=0.20, depth=6, bend=3.5)
    # On edge behind the box, leant against it: only so far that its rim cannot slip.
    standing = place(lid(), (-0.06, DEPTH / 2 + 0.075, 0.905), (91.5, 0, -0.6))
    place(group("gift", filled_box(), standing), (0, 0, 0), (0, 0, 8))
    path = [
        (-1.72, -1.16, 0.01),
        (-1.40, -1.44, 0.06),
        (-1.00, -1.44, 0.02),
        (-0.60, -1.30, 0.14),
        (-0.20, -1.36, 0.02),
        (0.16, -1.58, 0.07),
        (0.56, -1.60, 0.02),
        (0.94, -1.42, 0.02),
    ]
    # Twice it turns over between places where it lies.
    laid(path, 0.17, [0, 70, 170, 180, 190, 270, 350, 360], satin())
    lie(fresh((1, 1.50, -1.12, 18, 8, 30, 0.9)), sink=0.035)
    lie(strew([(1.16, -1.50), (-1.22, -1.78)], seed=6))
    by_the_window(140)
    camera((0, -6.55, 6.75), (0.0, 0.02, 0.56), 78, aperture=9, focus=(0, -0.3, 0.7))


def inside():
    paper_stage("#d0c3ee", 0.70, 0.22, depth=7, bend=3.5)
    place(filled_box(), (0, 0, 0), (0, 0, 0))
    by_the_window(130)
    camera((0, -3.9, 6.7), (0, -0.06, 0.5), 73, aperture=11, focus=(0, -0.3, 0.7))


def in_use():
    room(wall="#b2a3ad")
    folds = [(0.9, -1.35, -10, 1.4, 0.08, 0.04), (-1.5, 0.1, 66, 1.5, 0.09, 0.05)]
    flat = [(0.10, 1.30, 1.7), (-0.50, -0.98, 0.6), (0.92, -0.48, 0.5)]
    cloth = linen(LINEN, flat=flat, folds=folds)
    # Far enough behind for the tea to be seen against linen, not against the box.
    place(closed_box(), (0.10, 1.30, 0), (0, 0, -7))
    place(gift_tin("tin-gift-indigo.png"), (0.90, -0.46, 0), (0, 0, 6))
    at = (-0.50, -0.98, 0)
    place(cup(brew="purple", lemon=-50), at, (0, 0, -24))
    light_through(cup_glassware(at), BREWS["violet"], [(cloth, LINEN)], *at[:2])
    steam((-0.50, -0.98, 0.60), strength=0.11, seed=24)
    lie(strew([(-1.22, -0.96), (-0.98, -1.46), (0.44, -1.30)], seed=50, scale=0.5), cloth)
    crumbs(-1.08, -1.24, 0.16, seed=13)
    camera((0, -7.0, 3.4), (0.04, 0.05, 0.44), 76, aperture=1.1, focus=(0, -1.25, 0.45))
