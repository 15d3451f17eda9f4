/** How often its size a picture can be shown. */
const MOST = 4;

/** What a double tap and the button show. */
export const CLOSE_UP = 2.5;

/** A place in the window, in CSS pixels. */
export type Point = { x: number; y: number };

/** A place in a picture: 0 to 1 from its left and its top. */
export type Spot = { x: number; y: number };

/** How many times the size that fits its slide a picture has; 1 to begin with. */
export function zoomOf(slide: HTMLElement): number {
  return Number(slide.style.getPropertyValue('--zoom') || 1);
}

/** What lies at a point of the window. */
export function spotAt(slide: HTMLElement, point: Point): Spot {
  const { left, top, width, height } = frameOf(slide);
  return { x: (point.x - left) / width, y: (point.y - top) / height };
}

/**
 * Shows the picture at so many times its size, and this spot of it at that point, as far as its edges allow. The slide
 * fires `zoom` when that makes it larger than it fits, or no longer.
 */
export function zoomTo(slide: HTMLElement, zoom: number, spot: Spot, point: Point): void {
  const next = Math.min(MOST, Math.max(1, zoom));
  setZoom(slide, next);
  const { left, top, width, height } = frameOf(slide);
  slide.scrollBy({
    left: left + spot.x * width - point.x,
    top: top + spot.y * height - point.y,
    behavior: 'instant',
  });
}

/** What ends the glide of a slide. */
const glides = new WeakMap<HTMLElement, () => void>();

/** Ends a glide at the size it was going to. To be called before a slide is scrolled: its next frame would undo that. */
export function endGlide(slide: HTMLElement): void {
  glides.get(slide)?.();
}

/** The same, seen to grow, around a point that stays where it is; without one around the middle. */
export function glideTo(slide: HTMLElement, zoom: number, point = middleOf(slide)): void {
  endGlide(slide);
  const from = zoomOf(slide);
  const spot = spotAt(slide, point);
  const began = performance.now();
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 220;
  let shown = from;
  let frame = 0;

  function draw(now: number) {
    cancelAnimationFrame(frame);
    glides.delete(slide);
    if (zoomOf(slide) !== shown) return; // a finger has taken over
    const part = duration ? Math.min(1, Math.max(0, now - began) / duration) : 1;
    zoomTo(slide, from + (zoom - from) * (1 - (1 - part) ** 3), spot, point);
    shown = zoomOf(slide);
    if (part === 1) return;
    frame = requestAnimationFrame(draw);
    glides.set(slide, () => draw(began + duration));
  }
  draw(began);
}

/** As it was first seen. */
export function zoomOut(slide: HTMLElement): void {
  setZoom(slide, 1);
}

function setZoom(slide: HTMLElement, zoom: number): void {
  slide.style.setProperty('--zoom', String(zoom));
  if (slide.hasAttribute('data-zoomed') === zoom > 1) return;
  slide.toggleAttribute('data-zoomed');
  slide.dispatchEvent(new Event('zoom', { bubbles: true }));
}

function frameOf(slide: HTMLElement): DOMRect {
  return (slide.firstElementChild ?? slide).getBoundingClientRect();
}

function middleOf(slide: HTMLElement): Point {
  const { left, top, width, height } = slide.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
