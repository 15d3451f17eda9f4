"""The studio: an empty scene, a lilac backdrop, soft lights, a camera."""

import math

import bpy
import numpy as np
from mathutils import Vector

from kit.backdrop import taken_all_around
from kit.colour import linear
from kit.mesh import link, mesh
from kit.surface import Surface

# Filmic greys pale colours; the backdrop is laid on stronger than it should look.
BACKDROP = "#d3c7ef"
# How brightly smooth things mirror the room, how far it is turned (degrees; its window is on the
# left, as the light is) and how much lower it hangs.
MIRRORED, ROOM_TURN, ROOM_LOWERED = 1.6, 132, 0.35


def clear_stage(exposure=0.48):
    """A new scene with the studio's film response."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.view_settings.view_transform = "Filmic"
    scene.view_settings.look = "Medium High Contrast"
    scene.view_settings.exposure = exposure
    scene.world = bpy.data.worlds.new("air")
    scene.world.use_nodes = True


def air(below="#c9c6ea", above="#ffffff", strength=0.32, mirrored=MIRRORED):
    """Light from all around: cool from below, white from above.

    `mirrored` is how brightly glass, tins and foil show the photographed room; with 0 they show
    the light, as out of doors.
    """
    tree = bpy.context.scene.world.node_tree
    nodes, links = tree.nodes, tree.links
    nodes.clear()
    height = nodes.new("ShaderNodeSeparateXYZ")
    links.new(nodes.new("ShaderNodeTexCoord").outputs["Generated"], height.inputs[0])
    halved = nodes.new("ShaderNodeMapRange")
    halved.inputs[1].default_value = -1
    links.new(height.outputs["Z"], halved.inputs[0])
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].color = linear(below)
    ramp.color_ramp.elements[1].color = linear(above)
    links.new(halved.outputs[0], ramp.inputs[0])
    light = nodes.new("ShaderNodeBackground")
    light.inputs[1].default_value = strength
    links.new(ramp.outputs[0], light.inputs[0])
    world = nodes.new("ShaderNodeOutputWorld").inputs[0]
    if not mirrored:
        links.new(light.outputs[0], world)
        return
    either = nodes.new("ShaderNodeMixShader")
    links.new(nodes.new("ShaderNodeLightPath").outputs["Is Glossy Ray"], either.inputs[0])
    links.new(light.outputs[0], either.inputs[1])
    links.new(_photographed_room(tree, mirrored), either.inputs[2])
    links.new(either.outputs[0], world)


def _photographed_room(tree, strength):
    """A hotel room taken all around (Greg Zaal, CC0), one of the pictures that Blender brings.

    Glass that mirrors an even sky, or one drawn window, is the first thing that gives a render away.
    """
    picture = tree.nodes.new("ShaderNodeTexEnvironment")
    picture.image = taken_all_around("interior")
    turned = tree.nodes.new("ShaderNodeMapping")
    turned.inputs["Rotation"].default_value[2] = math.radians(ROOM_TURN)
    # Seen from above, an upright wall mirrors what lies below the table; so the window hangs lower.
    turned.inputs["Location"].default_value[2] = ROOM_LOWERED
    around = tree.nodes.new("ShaderNodeTexCoord").outputs["Generated"]
    tree.links.new(around, turned.inputs[0])
    tree.links.new(turned.outputs[0], picture.inputs[0])
    # Its lamps are a thousand times as bright: they would be noise.
    limited = tree.nodes.new("ShaderNodeVectorMath")
    limited.operation = "MINIMUM"
    limited.inputs[1].default_value = (12, 12, 12)
    tree.links.new(picture.outputs[0], limited.inputs[0])
    room = tree.nodes.new("ShaderNodeBackground")
    room.inputs[1].default_value = strength
    tree.links.new(limited.outputs[0], room.inputs[0])
    return room.outputs[0]


def backdrop(colour=BACKDROP, depth=5.0, bend=3.0):
    """A paper roll: floor at z = 0, rising behind at y = depth."""
    paper = Surface("backdrop")
    grain = paper.noise(46, 3)
    shade = paper.between(grain, 0.985, 1.015)
    tone = paper.node("ShaderNodeVectorMath", {0: linear(colour)[:3]}, operation="SCALE")
    paper.set(tone.inputs["Scale"], shade)
    shader = paper.principled(tone.outputs[0], 0.95, Specular=0.08)
    profile = [(-14, 0)]
    profile += [
        (depth - bend + bend * math.sin(a), bend - bend * math.cos(a))
        for a in np.linspace(0, math.pi / 2, 24)
    ]
    profile += [(depth, 14)]
    vertices, faces = [], []
    for y, z in profile:
        vertices += [(-20, y, z), (20, y, z)]
    for i in range(len(profile) - 1):
        faces.append((2 * i, 2 * i + 1, 2 * i + 3, 2 * i + 2))
    return mesh("backdrop", vertices, faces, paper.finish(shader))


def aimed(thing, at, target):
    thing.location = at
    aim = Vector(target) - Vector(at)
    thing.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    return thing


def softbox(at, target, width, power, colour="#ffffff", height=None):
    light = bpy.data.lights.new("softbox", "AREA")
    light.shape = "RECTANGLE"
    light.size = width
    light.size_y = height or width
    light.energy = power
    light.color = linear(colour)[:3]
    box = aimed(link(bpy.data.objects.new("softbox", light)), at, target)
    box.visible_camera = False
    return box


def morning_sun(at, target, strength=3.6, colour="#ffe6c2", softness=1.3):
    light = bpy.data.lights.new("sun", "SUN")
    light.energy = strength
    light.color = linear(colour)[:3]
    light.angle = math.radians(softness)
    return aimed(link(bpy.data.objects.new("sun", light)), at, target)


def paper_stage(colour=BACKDROP, exposure=0.52, fill=0.18, depth=5.0, bend=3.0):
    """The paper roll on which each product stands. Little light comes from all around: with
    more, things have no dark side and no shadow."""
    clear_stage(exposure)
    air(strength=fill)
    return backdrop(colour, depth, bend)


def window_light(height=0.8, key=110, rim=110, fill=14, back=60, at=(-4.1, -1.6, 3.0)):
    """The sky's light in every product picture: warm window from the left, cool rim, soft fill."""
    middle = (0, 0, height)
    softbox(at, middle, 1.9, key, "#fff1df", 2.5)
    softbox((3.0, 1.8, 2.6), middle, 1.0, rim, "#e6ecff", 2.6)
    softbox((3.6, -3.0, 1.6), middle, 2.5, fill, "#eef0ff")
    softbox((0, 2.0, 3.6), (0, 4.4, 1.0), 3.0, back, "#fff6fb")


def card(at, target, width, height, colour="#3b3852", reflections_only=False):
    """A flag that only glass and reflections see: it draws the dark edge that makes glass read."""
    surface = Surface("flag")
    emission = surface.node("ShaderNodeEmission", {"Color": colour, "Strength": 1.0})
    surface.unsampled()
    x, y = width / 2, height / 2
    corners = [(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)]
    flag = mesh("flag", corners, [(0, 1, 2, 3)], surface.finish(emission))
    aimed(flag, at, target)
    flag.visible_camera = False
    flag.visible_diffuse = False
    flag.visible_shadow = False
    flag.visible_transmission = not reflections_only
    return flag


def camera(at, target, lens=85, aperture=None, focus=None):
    """A camera; with an aperture (f-stop) it is sharp at `focus`."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    body = aimed(link(bpy.data.objects.new("camera", data)), at, target)
    bpy.context.scene.camera = body
    if aperture:
        data.dof.use_dof = True
        data.dof.aperture_fstop = aperture
        data.dof.focus_distance = (Vector(focus or target) - Vector(at)).length
    return body
