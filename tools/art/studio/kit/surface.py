"""A short way to write Blender materials."""

import os

import bpy

from kit.colour import linear

TEXTURES = os.path.join(os.path.dirname(__file__), "..", "..", "tex")


class Surface:
    """Builds one material node by node."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.node("ShaderNodeOutputMaterial")

    def node(self, kind, inputs=None, **settings):
        """A node; `inputs` maps socket names to values or to other nodes' sockets."""
        made = self.tree.nodes.new(kind)
        for key, value in settings.items():
            setattr(made, key, value)
        for key, value in (inputs or {}).items():
            self.set(made.inputs[key], value)
        return made

    def set(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, str):
            socket.default_value = linear(value)
        else:
            socket.default_value = value

    def principled(self, colour, roughness=0.5, **inputs):
        """The all-purpose shader; spaces in input names are written as underscores."""
        named = {key.replace("_", " "): value for key, value in inputs.items()}
        return self.node(
            "ShaderNodeBsdfPrincipled",
            {"Base Color": colour, "Roughness": roughness, **named},
        )

    def finish(self, shader, volume=None):
        """Ends the material with a shader and returns it for use on a mesh."""
        self.set(self.output.inputs["Surface"], shader.outputs[0])
        if volume:
            self.set(self.output.inputs["Volume"], volume.outputs[0])
        return self.material

    def unsampled(self):
        """Seen where it is hit, but never aimed at: half of all light samples would go there."""
        self.material.cycles.sample_as_light = False

    # Small parts, each returning an output socket.

    def coordinates(self, kind="Object"):
        return self.node("ShaderNodeTexCoord").outputs[kind]

    def stretched(self, vector, scale, turn=(0, 0, 0)):
        inputs = {"Vector": vector, "Scale": scale, "Rotation": turn}
        return self.node("ShaderNodeMapping", inputs).outputs[0]

    def noise(self, scale, detail=2.0, vector=None, distortion=0.0):
        inputs = {"Scale": scale, "Detail": detail, "Distortion": distortion}
        inputs["Vector"] = self.coordinates() if vector is None else vector
        return self.node("ShaderNodeTexNoise", inputs).outputs["Fac"]

    def ramp(self, factor, stops, interpolation="EASE"):
        node = self.node("ShaderNodeValToRGB", {"Fac": factor})
        ramp = node.color_ramp
        ramp.interpolation = interpolation
        while len(ramp.elements) < len(stops):
            ramp.elements.new(0.5)
        for element, (position, colour) in zip(ramp.elements, stops):
            element.position = position
            element.color = linear(colour)
        return node.outputs[0]

    def math(self, operation, *values):
        node = self.node("ShaderNodeMath", operation=operation)
        for socket, value in zip(node.inputs, values):
            self.set(socket, value)
        return node.outputs[0]

    def between(self, value, low, high, start=0.0, end=1.0, interpolation="LINEAR"):
        """Maps `start`..`end` to `low`..`high`, held at both ends."""
        node = self.node("ShaderNodeMapRange", interpolation_type=interpolation)
        for socket, v in zip(node.inputs, (value, start, end, low, high)):
            self.set(socket, v)
        return node.outputs[0]

    def mixed(self, factor, a, b, blend="MIX"):
        inputs = {"Fac": factor, "Color1": a, "Color2": b}
        return self.node("ShaderNodeMixRGB", inputs, blend_type=blend).outputs[0]

    def shaded(self, colour, factor):
        """A colour made darker or lighter by a factor."""
        colour = linear(colour)[:3] if isinstance(colour, str) else colour
        scaled = self.node("ShaderNodeVectorMath", {0: colour}, operation="SCALE")
        self.set(scaled.inputs["Scale"], factor)
        return scaled.outputs[0]

    def mixed_shaders(self, factor, a, b):
        node = self.node("ShaderNodeMixShader", {0: factor})
        self.set(node.inputs[1], a.outputs[0])
        self.set(node.inputs[2], b.outputs[0])
        return node

    def only_lit_by(self):
        """1 for rays that ask for light only (shadow, diffuse): clear things let those pass straight,
        because bent they find a lamp by chance, which is noise."""
        path = self.node("ShaderNodeLightPath").outputs
        return self.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])

    def bump(self, height, strength=0.3, distance=0.01, under=None):
        inputs = {"Height": height, "Strength": strength, "Distance": distance}
        if under is not None:
            inputs["Normal"] = under
        return self.node("ShaderNodeBump", inputs).outputs[0]

    def image(self, file, vector=None, clip=False, data=False):
        node = self.node("ShaderNodeTexImage", interpolation="Cubic")
        node.extension = "CLIP" if clip else "REPEAT"
        node.image = bpy.data.images.load(os.path.join(TEXTURES, file), check_existing=True)
        if data:
            node.image.colorspace_settings.name = "Non-Color"
        self.set(
            node.inputs[0], self.node("ShaderNodeUVMap").outputs[0] if vector is None else vector
        )
        return node

    def painted(self):
        """The colours painted on the mesh."""
        return self.node("ShaderNodeVertexColor", layer_name="Col").outputs[0]


def plain(name, colour, roughness=0.5, **inputs):
    """A material of one colour."""
    surface = Surface(name)
    return surface.finish(surface.principled(colour, roughness, **inputs))
