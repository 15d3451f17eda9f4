import {
  animateZoom,
  DOUBLE_TAP_ZOOM,
  type Point,
  type RelativePoint,
  spotAt,
  zoomOf,
  zoomTo,
} from './zoom.ts';

/**
 * Adds listeners for pinch, double tap, wheel and mouse drag to the viewer's slides; the browser handles swiping and
 * one-finger panning. Not React's handlers: React registers touch and wheel listeners as passive, so they could not
 * keep the page from zooming. Returns a function that removes them.
 */
export function listenToGestures(strip: HTMLElement): () => void {
  const controller = new AbortController();
  const options = { signal: controller.signal, passive: false };
  listenToPinch(strip, options);
  listenToDoubleTap(strip, options);
  listenToWheel(strip, options);
  listenToDrag(strip, options);
  return () => controller.abort();
}

/** Detects a double tap or click. Not all mobile browsers have `dblclick`. */
function listenToDoubleTap(strip: HTMLElement, options: AddEventListenerOptions) {
  let last: { at: number; point: Point } | undefined;
  let pressed: Point | undefined;
  strip.addEventListener('pointerdown', onPointerDown, options);
  strip.addEventListener('click', onClick, options);

  function onPointerDown(event: PointerEvent) {
    pressed = pointOf(event);
  }

  function onClick(event: MouseEvent) {
    const slide = slideOf(event);
    const point = pointOf(event);
    // The end of a mouse drag fires a click too.
    if (pressed && distance(pressed, point) > 10) return;
    const isSecond =
      last && event.timeStamp - last.at < 400 && distance(last.point, point) < 40 && slide;
    last = isSecond ? undefined : { at: event.timeStamp, point };
    if (isSecond) animateZoom(slide, zoomOf(slide) > 1 ? 1 : DOUBLE_TAP_ZOOM, point);
  }
}

/** Scrolling up zooms in, as on maps; the browser handles sideways scrolling. */
function listenToWheel(strip: HTMLElement, options: AddEventListenerOptions) {
  strip.addEventListener('wheel', onWheel, options);

  function onWheel(event: WheelEvent) {
    const slide = slideOf(event);
    if (!slide || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const point = pointOf(event);
    // Firefox counts lines. A pinch on a trackpad arrives as wheel events with small steps and Control.
    const pixels = event.deltaY * (event.deltaMode ? 40 : 1) * (event.ctrlKey ? 5 : 1);
    zoomTo(slide, zoomOf(slide) * Math.exp(-pixels / 500), spotAt(slide, point), point);
  }
}

/** Pans an enlarged picture by dragging it with the mouse. */
function listenToDrag(strip: HTMLElement, options: AddEventListenerOptions) {
  strip.addEventListener('pointerdown', startDrag, options);
  strip.addEventListener('pointermove', drag, options);

  function startDrag(event: PointerEvent) {
    if (isMouseDrag(event)) slideOf(event)?.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent) {
    const slide = slideOf(event);
    if (!isMouseDrag(event) || !slide?.hasPointerCapture(event.pointerId)) return;
    slide.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' });
  }

  function isMouseDrag({ pointerType, buttons }: PointerEvent) {
    return pointerType === 'mouse' && buttons === 1;
  }
}

/**
 * Pinch zoom on a strip of slides: the point between the fingers stays in place, as far as the picture's edges allow.
 */
function listenToPinch(strip: HTMLElement, options: AddEventListenerOptions) {
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

/** The slide of an event. */
function slideOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('li') : null;
}

/** The event's position in CSS pixels of the window. */
function pointOf({ clientX: x, clientY: y }: MouseEvent | Touch): Point {
  return { x, y };
}

/** The distance of two points. */
function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
