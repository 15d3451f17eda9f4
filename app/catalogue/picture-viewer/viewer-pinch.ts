import { pointOf, slideOf, span } from './viewer-points.ts';
import { type Point, type Spot, spotAt, zoomOf, zoomTo } from './zoom.ts';

/**
 * Pinch zoom on a strip of slides: the point between the fingers stays in place, as far as the picture's edges allow.
 */
export function followPinch(strip: HTMLElement, listening: AddEventListenerOptions) {
  let pinch: { slide: HTMLElement; zoom: number; span: number; spot: Spot } | undefined;

  strip.addEventListener('touchstart', begin, listening);
  strip.addEventListener('touchmove', move, listening);
  strip.addEventListener('touchend', begin, listening);
  strip.addEventListener('touchcancel', begin, listening);

  function begin(event: TouchEvent) {
    const slide = slideOf(event);
    const fingers = fingersOf(event);
    pinch = undefined;
    if (!slide || !fingers) return;
    pinch = {
      slide,
      zoom: zoomOf(slide),
      span: fingers.span,
      spot: spotAt(slide, fingers.middle),
    };
  }

  function move(event: TouchEvent) {
    const fingers = fingersOf(event);
    if (!pinch || !fingers) return;
    // Not when the browser has started to scroll.
    if (event.cancelable) event.preventDefault();
    zoomTo(pinch.slide, (pinch.zoom * fingers.span) / pinch.span, pinch.spot, fingers.middle);
  }
}

/** Distance and midpoint of two fingers. */
function fingersOf({ touches }: TouchEvent): { span: number; middle: Point } | undefined {
  const [a, b] = [...touches].map(pointOf);
  if (!a || !b) return undefined;
  return { span: span(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}
