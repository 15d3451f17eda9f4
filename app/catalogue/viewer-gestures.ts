import { CLOSE_UP, glideTo, type Point, type Spot, spotAt, zoomOf, zoomTo } from './zoom.ts';

/**
 * Two fingers, two taps, the wheel and the mouse on a strip of slides. Swiping and panning by one finger is the
 * browser's. React listens passively to touches and wheels, which could not keep the page from zooming as well.
 * Answers with what ends it.
 */
export function followGestures(strip: HTMLElement): () => void {
  const ended = new AbortController();
  const listening = { signal: ended.signal, passive: false };
  followPinch(strip, listening);
  followDoubleTap(strip, listening);
  followWheel(strip, listening);
  followDrag(strip, listening);
  return () => ended.abort();
}

function followPinch(strip: HTMLElement, listening: AddEventListenerOptions) {
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
    // Not where the browser has begun to scroll.
    if (event.cancelable) event.preventDefault();
    zoomTo(pinch.slide, (pinch.zoom * fingers.span) / pinch.span, pinch.spot, fingers.middle);
  }
}

/** Two taps or clicks at one place. Browsers on phones do not all have `dblclick`. */
function followDoubleTap(strip: HTMLElement, listening: AddEventListenerOptions) {
  let last: { at: number; point: Point } | undefined;
  strip.addEventListener('click', tap, listening);

  function tap(event: MouseEvent) {
    const slide = slideOf(event);
    const point = { x: event.clientX, y: event.clientY };
    const isSecond =
      last && event.timeStamp - last.at < 400 && span(last.point, point) < 40 && slide;
    last = isSecond ? undefined : { at: event.timeStamp, point };
    if (isSecond) glideTo(slide, zoomOf(slide) > 1 ? 1 : CLOSE_UP, point);
  }
}

/** Up is nearer, as on maps; sideways is the browser's. */
function followWheel(strip: HTMLElement, listening: AddEventListenerOptions) {
  strip.addEventListener('wheel', turn, listening);

  function turn(event: WheelEvent) {
    const slide = slideOf(event);
    if (!slide || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    const point = { x: event.clientX, y: event.clientY };
    // Firefox counts lines. A pinch on a trackpad comes as a wheel with small steps and Control.
    const pixels = event.deltaY * (event.deltaMode ? 40 : 1) * (event.ctrlKey ? 5 : 1);
    zoomTo(slide, zoomOf(slide) * Math.exp(-pixels / 500), spotAt(slide, point), point);
  }
}

/** A mouse takes hold of an enlarged picture. */
function followDrag(strip: HTMLElement, listening: AddEventListenerOptions) {
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

function slideOf({ target }: Event): HTMLElement | null {
  return target instanceof Element ? target.closest('li') : null;
}

/** How far apart two fingers are and what lies between them. */
function fingersOf({ touches }: TouchEvent): { span: number; middle: Point } | undefined {
  const [a, b] = [...touches].map(({ clientX: x, clientY: y }) => ({ x, y }));
  if (!a || !b) return undefined;
  return { span: span(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } };
}

function span(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
