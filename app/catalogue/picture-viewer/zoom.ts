/** The largest zoom factor. */
const MAX_ZOOM = 4;

/** The zoom factor of a double tap and of the zoom button. */
export const DOUBLE_TAP_ZOOM = 2.5;

/** A point in the window, in CSS pixels. */
export type Point = { x: number; y: number };

/** A point in a picture: 0 to 1 from its left and its top. */
export type RelativePoint = { x: number; y: number };

/** The slide's zoom factor; 1 fits the slide. */
export function zoomOf(slide: HTMLElement): number {
  return Number(slide.style.getPropertyValue('--zoom') || 1);
}

/** The picture's point at a point of the window. */
export function spotAt(slide: HTMLElement, point: Point): RelativePoint {
  const { left, top, width, height } = frameOf(slide);
  return { x: (point.x - left) / width, y: (point.y - top) / height };
}

/**
 * Sets the zoom factor and moves this point of the picture to that point of the window, as far as the edges allow. The
 * slide fires `zoom` when it starts or stops being enlarged.
 */
export function zoomTo(slide: HTMLElement, zoom: number, spot: RelativePoint, point: Point): void {
  const next = Math.min(MAX_ZOOM, Math.max(1, zoom));
  setZoom(slide, next);
  const { left, top, width, height } = frameOf(slide);
  slide.scrollBy({
    left: left + spot.x * width - point.x,
    top: top + spot.y * height - point.y,
    behavior: 'instant',
  });
}

/** Cancel functions of running animations, by slide. */
const animations = new WeakMap<HTMLElement, () => void>();

/**
 * Jumps to the end of a running animation. Call before scrolling a slide: the animation's next frame would undo that.
 */
export function finishAnimation(slide: HTMLElement): void {
  animations.get(slide)?.();
}

/** Animated zoom around a point that stays in place, by default the middle. */
export function animateZoom(slide: HTMLElement, zoom: number, point = middleOf(slide)): void {
  finishAnimation(slide);
  const from = zoomOf(slide);
  const spot = spotAt(slide, point);
  const began = performance.now();
  const duration = matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 220;
  let shown = from;
  let frame = 0;

  function draw(now: number) {
    cancelAnimationFrame(frame);
    animations.delete(slide);
    if (zoomOf(slide) !== shown) return; // a finger has changed the zoom
    const part = duration ? Math.min(1, Math.max(0, now - began) / duration) : 1;
    zoomTo(slide, from + (zoom - from) * (1 - (1 - part) ** 3), spot, point);
    shown = zoomOf(slide);
    if (part === 1) return;
    frame = requestAnimationFrame(draw);
    animations.set(slide, () => draw(began + duration));
  }
  draw(began);
}

/** Resets the zoom; changes nothing of a slide that is not enlarged. */
export function zoomOut(slide: HTMLElement): void {
  if (zoomOf(slide) !== 1) setZoom(slide, 1);
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
