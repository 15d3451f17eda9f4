import type { Point } from './zoom.ts';

/** The slide in which something happened. */
export function slideOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('li') : null;
}

/** Where, in CSS pixels of the window. */
export function pointOf({ clientX: x, clientY: y }: MouseEvent | Touch): Point {
  return { x, y };
}

/** How far apart. */
export function span(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
