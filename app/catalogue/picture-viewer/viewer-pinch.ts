import { distance, pointOf, slideOf } from './viewer-points.ts';
import { type Point, type RelativePoint, spotAt, zoomOf, zoomTo } from './zoom.ts';

/**
 * Pinch zoom on a strip of slides: the point between the fingers stays in place, as far as the picture's edges allow.
 */
export function listenToPinch(strip: HTMLElement, options: AddEventListenerOptions) {
  let pinch:
    | { slide: HTMLElement; zoom: number; distance: number; spot: RelativePoint }
    | undefined;

  strip.addEventListener('touchstart', begin, options);
  strip.addEventListener('touchmove', move, options);
  strip.addEventListener('touchend', begin, options);
  strip.addEventListener('touchcancel', begin, options);

  function begin(event: TouchEvent) {
    const slide = slideOf(event);
    const fingers = fingersOf(event);
    pinch = undefined;
    if (!slide || !fingers) return;
    pinch = {
      slide,
      zoom: zoomOf(slide),
      distance: fingers.distance,
      spot: spotAt(slide, fingers.middle),
    };
  }

  function move(event: TouchEvent) {
    const fingers = fingersOf(event);
    if (!pinch || !fingers) return;
    // Once the browser has started to scroll, the event cannot be cancelled.
    if (event.cancelable) event.preventDefault();
    zoomTo(
      pinch.slide,
      (pinch.zoom * fingers.distance) / pinch.distance,
      pinch.spot,
      fingers.middle,
    );
  }
}

/** Distance and midpoint of two fingers. */
function fingersOf({ touches }: TouchEvent): { distance: number; middle: Point } | undefined {
  const [a, b] = [...touches].map(pointOf);
  if (!a || !b) return undefined;
  return { distance: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}
