"""Light bent by a filled glass, traced forwards from the lamp and laid on what it falls on.

Cycles finds such light by chance only, which at our sample counts is noise. Here photons are sent
through the turned profiles themselves (Snell, Fresnel, Beer-Lambert) and counted on a plane; the
result glows on the receiver in its own colour.
"""

import bpy
import numpy as np

from kit.photons import photons

# Names the node through which a material is seen by all but sharp mirror rays (goods.linen).
UNMIRRORED = "unmirrored"


def cast(
    ware,
    absorbed,
    sun,
    on,
    middle,
    size=2.6,
    count=160_000,
    floor=0.0,
    mirrors=False,
    contrast=1.0,
    kept=None,
):
    """Sends a sun through a glass on to things: `on` lists (thing, its colour as linear RGB).

    `sun` is (where it stands, strength, linear colour, angle in degrees). `mirrors` also follows
    what glass mirrors. `contrast` above 1 makes what is brighter than in the open sun brighter
    still, and the rest darker: beside the room's light, thin lines are hardly seen. `kept` gives the
    share of the light that is laid on at each place, from an array of (x, y).
    """
    place, strength, colour, softness = sun
    rng = np.random.default_rng(5)
    centre = ware.at + (0, 0, 0.35)
    starts, ways, area = sunlight(count, place, 0.75, centre, softness, rng)
    chance = dict(steps=14, chance=rng) if mirrors else {}
    places, left = photons(ware, starts, ways, floor, np.asarray(absorbed), **chance)
    if kept:
        left = left * kept(places[:, :2])[:, None]
    light = density(places, left, middle, size) * area / count
    if contrast != 1:
        open_sun = place[2] / np.linalg.norm(place)
        light = open_sun * (light / open_sun) ** contrast
    light = light * strength / np.pi * np.asarray(colour)[:3]
    for thing, paint in on:
        lay_on([thing], light, middle, size, paint[:3])


def sunlight(count, towards, reach, at, softness, rng):
    """Parallel light round `at`: starts, ways and the area they start from."""
    axis = -np.asarray(towards, float) / np.linalg.norm(towards)
    side = np.cross(axis, (0, 0, 1))
    side /= np.linalg.norm(side)
    up = np.cross(side, axis)
    r, a = reach * np.sqrt(rng.random(count)), 6.2832 * rng.random(count)
    spread = np.radians(softness / 2) * rng.standard_normal((count, 2)) * 0.6
    ways = axis + spread[:, :1] * side + spread[:, 1:] * up
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    starts = np.asarray(at) + (r * np.cos(a))[:, None] * side + (r * np.sin(a))[:, None] * up
    return starts - 4 * ways, ways, np.pi * reach**2


def density(places, left, middle, size, cells=320, blur=2):
    """Counts photons in cells of a square: (cells, cells, 3), per unit of area."""
    span = [[c - size / 2, c + size / 2] for c in (middle[1], middle[0])]
    layers = []
    for channel in range(3):
        counted, _, _ = np.histogram2d(
            places[:, 1], places[:, 0], cells, span, weights=left[:, channel]
        )
        for _ in range(blur):
            for axis in (0, 1):
                near = np.roll(counted, 1, axis) + np.roll(counted, -1, axis)
                counted = 0.5 * counted + 0.25 * near
        layers.append(counted / (size / cells) ** 2)
    return np.dstack(layers)


def lay_on(things, light, middle, size, albedo):
    """Lets `light` (outgoing if the thing were white) glow on the materials of things."""
    cells = light.shape[0]
    picture = bpy.data.images.new("caustic", cells, cells, float_buffer=True)
    picture.colorspace_settings.name = "Raw"
    opaque = np.dstack([light, np.ones((cells, cells, 1))]).astype(np.float32)
    picture.pixels.foreach_set(opaque.ravel())
    picture.pack()
    for thing in things:
        material = thing.data.materials[0]
        material.cycles.sample_as_light = False
        tree = material.node_tree
        output = next(n for n in tree.nodes if n.bl_idname == "ShaderNodeOutputMaterial")
        seen = tree.nodes.get(UNMIRRORED)
        surface = seen.inputs[1] if seen else output.inputs["Surface"]
        before = surface.links[0].from_socket
        place = tree.nodes.new("ShaderNodeNewGeometry")
        where = place.outputs["Position"]
        mapping = tree.nodes.new("ShaderNodeMapping")
        mapping.vector_type = "TEXTURE"
        mapping.inputs["Location"].default_value = (middle[0] - size / 2, middle[1] - size / 2, 0)
        mapping.inputs["Scale"].default_value = (size, size, 1)
        tree.links.new(where, mapping.inputs["Vector"])
        glow = tree.nodes.new("ShaderNodeTexImage")
        glow.image, glow.extension = picture, "CLIP"
        tree.links.new(mapping.outputs[0], glow.inputs[0])
        tint = tree.nodes.new("ShaderNodeMixRGB")
        tint.blend_type = "MULTIPLY"
        tint.inputs["Fac"].default_value = 1.0
        tint.inputs["Color2"].default_value = (*albedo, 1)
        tree.links.new(glow.outputs[0], tint.inputs["Color1"])
        shine = tree.nodes.new("ShaderNodeEmission")
        tree.links.new(tint.outputs[0], shine.inputs["Color"])
        tree.links.new(_facing_up(tree, place.outputs["Normal"]), shine.inputs["Strength"])
        both = tree.nodes.new("ShaderNodeAddShader")
        tree.links.new(before, both.inputs[0])
        tree.links.new(shine.outputs[0], both.inputs[1])
        tree.links.new(both.outputs[0], surface)


def _facing_up(tree, normal):
    """1 where a surface faces up, 0 on its sides: light counted on a plane would streak there."""
    height = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(normal, height.inputs[0])
    up = tree.nodes.new("ShaderNodeMapRange")
    for socket, value in zip(up.inputs[1:5], (0.4, 0.8, 0.0, 1.0)):
        socket.default_value = value
    tree.links.new(height.outputs["Z"], up.inputs[0])
    return up.outputs[0]
