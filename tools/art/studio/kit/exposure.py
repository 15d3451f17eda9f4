"""Takes the picture: two half exposures, noise taken out, written as PNG."""

import ctypes
import os
import time

import bpy
import numpy as np

PASSES = {"colour": "Image", "albedo": "Denoising Albedo", "normal": "Denoising Normal"}
HALVES = 2


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
    _save(_without_noise(halves), target)
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


def _without_noise(halves):
    first, second = _calmed(halves[0]["colour"], halves[1]["colour"])
    # Behind glass the passes are grainy too; print and paper agree in both halves and stay as is.
    albedo, normal = [
        _filtered(halves[0][name], halves[1][name], search=4) for name in ("albedo", "normal")
    ]
    # Only the light is filtered: print, paper fibre and petal veins are divided out before and
    # multiplied in after, so that they keep their sharpness.
    paint = albedo + 0.03
    guide = np.dstack([albedo / 0.1, normal / 0.25])
    return _filtered(first / paint, second / paint, guide) * paint


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


def _filtered(first, second, guide=None, search=6, patch=2, strength=0.55):
    h, w, _ = first.shape
    guide = np.zeros((h, w, 1)) if guide is None else guide
    first, second, guide = [
        np.ascontiguousarray(a, dtype=np.float32) for a in (first, second, guide)
    ]
    result = np.empty_like(first)
    folder = os.environ.get("ART_OUT", os.path.dirname(__file__))
    library = ctypes.CDLL(os.path.join(folder, "denoise.so"))
    floats = ctypes.POINTER(ctypes.c_float)

    def pointer(a):
        return a.ctypes.data_as(floats)

    library.denoise(
        pointer(first),
        pointer(second),
        pointer(guide),
        ctypes.c_int(guide.shape[2]),
        ctypes.c_int(w),
        ctypes.c_int(h),
        ctypes.c_int(search),
        ctypes.c_int(patch),
        ctypes.c_float(strength),
        ctypes.c_float(1.0),
        pointer(result),
    )
    return result


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
