import type { Point } from './zoom.ts';

/** The slide of an event. */
export function slideOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('li') : null;
}

/** The event's position in CSS pixels of the window. */
export function pointOf({ clientX: x, clientY: y }: MouseEvent | Touch): Point {
  return { x, y };
}

/** The distance of two points. */
export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
