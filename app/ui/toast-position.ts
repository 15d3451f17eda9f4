/** Controls that must not be covered. A card that is one label can be tapped anywhere. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, label:has(input)';

/** The part of a tall control that is kept free: so many pixels above and below its middle. */
const TOUCH_MARGIN = 24;

/** The gap between a toast and a control, in pixels. */
const GAP = 8;

/** Toasts are placed in this upper part of the window; further down only if nothing else is free. */
const PREFERRED_SHARE = 0.5;

type Span = { top: number; bottom: number };

/**
 * Keeps a fixed box from covering controls as long as it is shown: places it below the header, else in the next gap of
 * the upper half, else over the header, where it hides the least of the page. It moves only when it has to. Returns a
 * cleanup function.
 */
export function keepClear(box: HTMLElement): () => void {
  let frame = 0;
  let page = location.pathname;
  // Every frame, because scrolling, the keyboard and page updates all move what is below it.
  function update() {
    const place = box.getBoundingClientRect();
    const window = visibleWindow();
    const header = document.querySelector('header');
    const belowHeader = Math.max(window.top, header?.getBoundingClientRect().bottom ?? 0) + GAP;
    // After navigation the box starts under the header again.
    const moved = page !== location.pathname;
    page = location.pathname;
    const now = moved ? belowHeader : Number.parseFloat(box.style.top);
    const wanted = findTop(place.height, window, {
      now: Number.isNaN(now) ? belowHeader : now,
      belowHeader,
      pageControls: spansBeside(place, (control) => !header?.contains(control)),
      headerControls: spansBeside(place, (control) => Boolean(header?.contains(control))),
    });
    box.style.top = `${wanted}px`;
    frame = requestAnimationFrame(update);
  }
  update();
  return () => cancelAnimationFrame(frame);
}

/** The visible part of the window while the keyboard is open or the page is zoomed. */
function visibleWindow(): Span {
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  return { top: offsetTop, bottom: offsetTop + height };
}

function spansBeside({ left, right }: DOMRect, includes: (control: Element) => boolean): Span[] {
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (control.closest('#notifications') || !includes(control)) return [];
    const box = control.getBoundingClientRect();
    if (box.height === 0 || box.right <= left || box.left >= right) return [];
    // A text area is kept free as a whole: its first line is read or typed as well.
    if (control.matches('textarea')) return [{ top: box.top, bottom: box.bottom }];
    const middle = (box.top + box.bottom) / 2;
    return [
      {
        top: Math.max(box.top, middle - TOUCH_MARGIN),
        bottom: Math.min(box.bottom, middle + TOUCH_MARGIN),
      },
    ];
  });
}

type Placement = {
  /** The current top of the box, and its preferred one. */
  now: number;
  belowHeader: number;
  /** The vertical extents of the controls that the box could cover. */
  pageControls: Span[];
  headerControls: Span[];
};

/** The best top for a box of this height: one that covers nothing, as near to the header as possible. */
export function findTop(height: number, window: Span, placement: Placement): number {
  const { now, belowHeader, pageControls, headerControls } = placement;
  const overHeader = window.top + GAP;
  const middle = window.top + (window.bottom - window.top) * PREFERRED_SHARE;
  const isFree = (top: number, taken: Span[]) =>
    top >= window.top &&
    top + height <= window.bottom &&
    taken.every((span) => span.bottom <= top || span.top >= top + height);

  if (isFree(now, [...pageControls, ...headerControls])) return now;
  const gaps = [belowHeader, ...pageControls.map(({ bottom }) => bottom + GAP)]
    .filter((top) => top >= belowHeader && isFree(top, pageControls))
    .sort((one, other) => one - other);
  const [first = Infinity] = gaps;
  return first > middle && (first === Infinity || isFree(overHeader, pageControls))
    ? overHeader
    : first;
}
