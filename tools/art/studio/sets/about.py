"""Pictures of the About page: the vine, the flower, the packs, the way from flower to cup."""

from goods.bowl import BOWL_INSIDE, bowl, dish
from goods.carton import carton
from goods.cup import cup, saucer
from goods.fence import fence, garden
from goods.leaf_shade import morning
from goods.pouch import pouch
from goods.strewing import fresh, heap, strew
from goods.vine import bloom, leaf, stem, tendril
from kit.mesh import place
from kit.stage import (
    air,
    backdrop,
    camera,
    clear_stage,
    glass_cards,
    morning_sun,
    softbox,
    window_light,
)
from sets.blend import blend_tin
from sets.travel_pack import tube


def _morning_stage():
    clear_stage(0.50)
    backdrop("#d3c4ef", depth=4.6, bend=2.4).visible_glossy = False
    air("#bcb8ea", "#fff3ea", 0.62)
    softbox((-3, -3.5, 4.5), (0, 0, 0.4), 4.0, 130, "#eef2ff", 3.0)


def story():
    _morning_stage()
    place(bowl(), (-0.30, 0.20, 0))
    heap((-0.30, 0.20, 0), 0.54, 0.31, 0.50, 170, vessel=BOWL_INSIDE)
    strew([(-1.0, -0.30), (-0.62, -0.78), (0.66, -0.06), (1.0, -0.62)], seed=60, scale=0.6)
    fresh(
        (1, 0.44, -0.62, 20, 6, 24, 0.86),
        (3, -1.02, -0.86, 18, -6, -34, 0.80),
        (0, 0.86, 0.24, 16, 8, 62, 0.80),
        (2, -0.22, -0.92, 22, 4, 8, 0.66),
    )
    morning(falls_on=(-0.4, 1.4, 1.0), size=1.1)
    camera((0, -5.6, 2.9), (0.0, -0.10, 0.24), 76, aperture=4.5, focus=(0, -0.4, 0.3))


def packaging():
    clear_stage()
    backdrop()
    air()
    place(pouch(), (-1.26, 0.30, 0), (0, 0, -6))
    place(tube(), (-0.26, -0.18, 0), (0, 0, 0))
    place(carton(), (0.54, 0.34, 0), (0, 0, 16))
    place(blend_tin(), (1.50, -0.02, 0), (0, 0, 10))
    strew([(-1.62, -0.62), (-1.06, -0.86), (0.30, -0.84), (0.86, -0.66)], seed=64)
    fresh((2, -0.72, -0.80, 20, -8, -30, 0.70))
    window_light(0.8, key=340)
    camera((0, -7.6, 2.4), (0.10, 0, 0.78), 60, aperture=8, focus=(0, -0.1, 0.7))


def farm():
    _morning_stage()
    place(dish(0.52), (-1.06, 0.05, 0))
    for i, (dx, dy, tilt, turn) in enumerate(
        [(0, 0, 24, 0), (0.2, 0.06, 16, 70), (-0.2, 0.1, 20, -60), (0.04, -0.2, 22, 15)]
    ):
        fresh((i, -1.06 + dx, 0.05 + dy, tilt, 6, turn, 0.58), floor=0.09 if i else 0.15)
    place(bowl(), (0, 0.12, 0), scale=0.78)
    small = [(h * 0.78, r * 0.78) for h, r in BOWL_INSIDE]
    heap((0, 0.12, 0), 0.42, 0.25, 0.40, 130, scale=0.5, vessel=small)
    place(cup(brew="blue"), (1.06, 0.0, 0.03), (0, 0, -20), 0.9)
    place(saucer(0.66), (1.06, 0.0, 0), scale=0.9)
    strew([(-0.50, -0.72), (-0.10, -0.92), (0.42, -0.82)], seed=70, scale=0.5)
    morning(falls_on=(-0.4, 1.4, 1.0), seed=5, size=1.1)
    glass_cards(1.06, 0)
    camera((0, -6.6, 2.9), (0.02, -0.02, 0.30), 68, aperture=5.6, focus=(0, -0.3, 0.3))


def vine():
    """The vine on its fence, low sun from the left."""
    clear_stage(0.50)
    air("#8f9a78", "#fff4e2", 0.44)
    garden()
    fence()
    morning_sun((-4.4, -0.3, 2.9), (0, 0, 0), 5.2, "#ffdfae", 0.8)
    softbox((2.6, -4.4, 2.2), (0, 0, 0.1), 3.0, 90, "#eef2ff", 3.0)
    climbing = [(-1.9, -0.02, -1.3), (-1.2, -0.16, -0.62), (-0.55, -0.10, -0.28), (0, -0.17, 0.12)]
    main = stem(climbing + [(0.62, -0.12, 0.40), (1.15, -0.18, 0.86), (1.8, -0.10, 1.2)])
    stem([(-0.9, -0.14, -0.46), (-0.75, -0.2, 0.1), (-0.86, -0.16, 0.55), (-0.6, -0.2, 1.2)], 0.013)
    for i, k in enumerate(range(3, len(main), 5)):
        side = 1 if i % 2 else -1
        way = (0.35 * side + 0.2, -0.45, 0.8 * side)
        leaf(main[k], way, seed=70 + i, size=0.27 + 0.03 * (i % 3))
    leaf((-0.75, -0.2, 0.1), (-0.8, -0.4, 0.35), seed=90)
    leaf((-0.86, -0.16, 0.55), (0.6, -0.4, 0.5), seed=91)
    tendril((0.62, -0.14, 0.40), (0.5, -0.5, 0.8))
    bloom(0, (0.26, -0.60, 0.04), 14, -14, 8, 1.22, from_=(0.30, -0.15, 0.26))
    bloom(2, (-0.66, -0.56, 0.30), 20, 14, -26, 1.04, from_=(-0.78, -0.19, 0.86))
    bloom(1, (1.02, -0.34, 0.30), 8, 8, 40, 1.04, from_=(1.02, -0.16, 0.74))
    camera((0.15, -6.0, 0.35), (0.12, 0, 0.08), 80, aperture=0.8, focus=(0.25, -0.55, 0.0))
