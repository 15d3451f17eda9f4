import { listenToPinch } from './viewer-pinch.ts';
import { distance, pointOf, slideOf } from './viewer-points.ts';
import { animateZoom, DOUBLE_TAP_ZOOM, type Point, spotAt, zoomOf, zoomTo } from './zoom.ts';

/**
 * Pinch, double tap, wheel and mouse drag on a strip of slides. The browser handles swiping and one-finger panning. Not
 * React's handlers: React listens passively to touch and wheel, so they could not keep the page from zooming. Returns a
 * cleanup function.
 */
export function listenToGestures(strip: HTMLElement): () => void {
  const ended = new AbortController();
  const listening = { signal: ended.signal, passive: false };
  listenToPinch(strip, listening);
  listenToDoubleTap(strip, listening);
  listenToWheel(strip, listening);
  listenToDrag(strip, listening);
  return () => ended.abort();
}

/** Detects a double tap or click. Not all mobile browsers have `dblclick`. */
function listenToDoubleTap(strip: HTMLElement, listening: AddEventListenerOptions) {
  let last: { at: number; point: Point } | undefined;
  let pressed: Point | undefined;
  strip.addEventListener('pointerdown', press, listening);
  strip.addEventListener('click', tap, listening);

  function press(event: PointerEvent) {
    pressed = pointOf(event);
  }

  function tap(event: MouseEvent) {
    const slide = slideOf(event);
    const point = pointOf(event);
    // The end of a mouse drag is not a tap.
    if (pressed && distance(pressed, point) > 10) return;
    const isSecond =
      last && event.timeStamp - last.at < 400 && distance(last.point, point) < 40 && slide;
    last = isSecond ? undefined : { at: event.timeStamp, point };
    if (isSecond) animateZoom(slide, zoomOf(slide) > 1 ? 1 : DOUBLE_TAP_ZOOM, point);
  }
}

/** Scrolling up zooms in, as on maps; the browser handles sideways scrolling. */
function listenToWheel(strip: HTMLElement, listening: AddEventListenerOptions) {
  strip.addEventListener('wheel', turn, listening);

  function turn(event: WheelEvent) {
    const slide = slideOf(event);
    if (!slide || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const point = pointOf(event);
    // Firefox counts lines. A pinch on a trackpad arrives as wheel events with small steps and Control.
    const pixels = event.deltaY * (event.deltaMode ? 40 : 1) * (event.ctrlKey ? 5 : 1);
    zoomTo(slide, zoomOf(slide) * Math.exp(-pixels / 500), spotAt(slide, point), point);
  }
}

/** Dragging an enlarged picture with the mouse. */
function listenToDrag(strip: HTMLElement, listening: AddEventListenerOptions) {
  strip.addEventListener('pointerdown', take, listening);
  strip.addEventListener('pointermove', drag, listening);

  function take(event: PointerEvent) {
    if (isHeld(event)) slideOf(event)?.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent) {
    const slide = slideOf(event);
    if (!isHeld(event) || !slide?.hasPointerCapture(event.pointerId)) return;
    slide.scrollBy({ left: -event.movementX, top: -event.movementY, behavior: 'instant' });
  }

  function isHeld({ pointerType, buttons }: PointerEvent) {
    return pointerType === 'mouse' && buttons === 1;
  }
}
