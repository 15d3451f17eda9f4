"""Takes the picture: two half exposures, noise taken out, written as PNG."""

import os
import subprocess
import time

import bpy
import numpy as np

PASSES = {"colour": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}
HALVES = 2
DENOISER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "denoiser.py")


def take(size, work, target, *, samples, noise_limit=0.015, diffuse_bounces=2, part=None):
    """Renders the scene on stage to `target`; `work` is a folder for half exposures.

    `part` renders only a rectangle: left, top, right, bottom as shares of the picture.
    """
    width, height = size
    started = time.time()
    os.makedirs(work, exist_ok=True)
    _prepare(width, height, samples, noise_limit)
    bpy.context.scene.cycles.diffuse_bounces = diffuse_bounces
    _write_passes_to(work)
    scene = bpy.context.scene
    if part:
        width, height = _only(part, width, height)
    halves = []
    for half in range(HALVES):
        # Fixed seeds: the same scene gives the same picture.
        scene.cycles.seed = 11 + half * 77
        scene.frame_set(half + 1)
        bpy.ops.render.render(write_still=False)
        halves.append({p: _read(work, p, half + 1, width, height) for p in PASSES})
    rendered = time.time()
    _save(_without_noise(halves, work), target)
    print(f"TAKEN render={rendered - started:.0f}s denoise={time.time() - rendered:.0f}s")


def _prepare(width, height, samples, noise_limit):
    scene, cycles = bpy.context.scene, bpy.context.scene.cycles
    scene.render.threads_mode = "FIXED"
    scene.render.threads = 1
    scene.render.resolution_x, scene.render.resolution_y = width, height
    scene.render.resolution_percentage = 100
    scene.render.use_persistent_data = True
    cycles.samples = max(1, samples // HALVES)
    # Debian builds Cycles without its denoiser; asking for it stops the render.
    cycles.use_denoising = False
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = noise_limit
    cycles.adaptive_min_samples = min(5, cycles.samples)
    # In a rim light is mirrored again and again; cut short, it leaves a black line there.
    cycles.max_bounces = cycles.transmission_bounces = 24
    cycles.transparent_max_bounces = 16
    cycles.glossy_bounces = 24
    cycles.volume_bounces = 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.blur_glossy = 0.5
    cycles.sample_clamp_indirect = 2.5
    layer = bpy.context.view_layer
    layer.cycles.denoising_store_passes = True


def _only(part, width, height):
    """Restricts the render to whole pixels of a rectangle and returns its size."""
    left, top, right, bottom = part
    columns = round(left * width), round(right * width)
    rows = round((1 - bottom) * height), round((1 - top) * height)
    render = bpy.context.scene.render
    render.use_border = render.use_crop_to_border = True
    render.border_min_x, render.border_max_x = [(c + 0.01) / width for c in columns]
    render.border_min_y, render.border_max_y = [(r + 0.01) / height for r in rows]
    return columns[1] - columns[0], rows[1] - rows[0]


def _write_passes_to(folder):
    scene = bpy.context.scene
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    layers = tree.nodes.new("CompositorNodeRLayers")
    composite = tree.nodes.new("CompositorNodeComposite")
    tree.links.new(layers.outputs["Image"], composite.inputs[0])
    files = tree.nodes.new("CompositorNodeOutputFile")
    files.base_path = folder
    files.format.file_format = "OPEN_EXR"
    files.format.color_depth = "32"
    files.format.color_mode = "RGB"
    files.file_slots.clear()
    for name, source in PASSES.items():
        files.file_slots.new(f"{name}_")
        tree.links.new(layers.outputs[source], files.inputs[f"{name}_"])


def _read(folder, name, frame, width, height):
    image = bpy.data.images.load(os.path.join(folder, f"{name}_{frame:04d}.exr"))
    image.colorspace_settings.name = "Raw"
    pixels = np.empty(width * height * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[:, :, :3].copy()


def _without_noise(halves, work):
    """Both halves as one picture, denoised in a process of its own: Blender crashes as it ends
    when PyTorch was loaded in it."""
    passes = {p: (halves[0][p] + halves[1][p]) / 2 for p in ("albedo", "normal")}
    first, second = _calmed(halves[0]["colour"], halves[1]["colour"])
    noisy, clean = [os.path.join(work, name) for name in ("noisy.npz", "clean.npy")]
    np.savez(noisy, colour=(first + second) / 2, **passes)
    # Blender and PyTorch are both Debian's and use its Python, which need not be the first in PATH.
    command = ["/usr/bin/python3", DENOISER, noisy, clean]
    # Memory that one layer frees is the next one's: handing it back in between takes half the time.
    kept = {"MALLOC_MMAP_THRESHOLD_": str(2**34), "MALLOC_TRIM_THRESHOLD_": str(2**34)}
    subprocess.run(command, check=True, env={**os.environ, **kept})
    return np.load(clean)


def _calmed(first, second):
    """Clamps fireflies: no pixel far brighter than its neighbourhood in the other half."""

    def neighbourhood(picture):
        h, w, _ = picture.shape
        wide = np.pad(picture, ((1, 1), (1, 1), (0, 0)), mode="edge")
        around = [wide[y : y + h, x : x + w] for y in range(3) for x in range(3)]
        return np.sort(np.stack(around), axis=0)[6]

    limit_first, limit_second = neighbourhood(second), neighbourhood(first)
    return (
        np.minimum(first, 1.6 * limit_first + 0.02),
        np.minimum(second, 1.6 * limit_second + 0.02),
    )


def _save(picture, target):
    h, w, _ = picture.shape
    image = bpy.data.images.new("picture", w, h, alpha=False, float_buffer=True)
    image.colorspace_settings.name = "Linear"
    opaque = np.dstack([picture, np.ones((h, w, 1), np.float32)])
    image.pixels.foreach_set(opaque.astype(np.float32).ravel())
    scene = bpy.context.scene
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "8"
    image.save_render(target, scene=scene)
