/** What must stay under the thumb. A card that is one label is tapped anywhere. */
const CONTROLS = 'a[href], button, input, select, textarea, summary, label:has(input)';

/** Around the middle of a control that is taller than it need be, in pixels up and down. */
const THUMB = 24;

/** Between a message and its neighbours, in pixels. */
const GAP = 8;

/** Messages are looked for at the top: further down than this part of the window only if nothing else is free. */
const UPPER = 0.5;

type Span = { top: number; bottom: number };

/**
 * Keeps a box that is fixed to the window off everything that can be tapped, for as long as it stands: below the
 * header, else in the next gap of the upper half, else over the header, where it hides the least of the page. It moves
 * only when it has to. Answers with the way to stop.
 */
export function keepClear(box: HTMLElement): () => void {
  let frame = 0;
  let page = location.pathname;
  // Each frame, because scrolling, the keyboard and whatever the page shows next all move what lies beneath.
  function look() {
    const place = box.getBoundingClientRect();
    const window = visibleWindow();
    const header = document.querySelector('header');
    const under = Math.max(window.top, header?.getBoundingClientRect().bottom ?? 0) + GAP;
    // Another page is another place: it begins under the header again.
    const moved = page !== location.pathname;
    page = location.pathname;
    const now = moved ? under : Number.parseFloat(box.style.top);
    const wanted = topFor(place.height, window, {
      now: Number.isNaN(now) ? under : now,
      under,
      onPage: spansBeside(place, (control) => !header?.contains(control)),
      inHeader: spansBeside(place, (control) => Boolean(header?.contains(control))),
    });
    box.style.top = `${wanted}px`;
    frame = requestAnimationFrame(look);
  }
  look();
  return () => cancelAnimationFrame(frame);
}

/** What is seen of the window while the keyboard is open or the page is zoomed. */
function visibleWindow(): Span {
  const { offsetTop = 0, height = innerHeight } = visualViewport ?? {};
  return { top: offsetTop, bottom: offsetTop + height };
}

function spansBeside({ left, right }: DOMRect, isMeant: (control: Element) => boolean): Span[] {
  return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (control.closest('#notifications') || !isMeant(control)) return [];
    const box = control.getBoundingClientRect();
    if (box.height === 0 || box.right <= left || box.left >= right) return [];
    const middle = (box.top + box.bottom) / 2;
    return [
      { top: Math.max(box.top, middle - THUMB), bottom: Math.min(box.bottom, middle + THUMB) },
    ];
  });
}

type Surroundings = {
  /** Where it stands, and where it would stand at best. */
  now: number;
  under: number;
  /** What can be tapped there. */
  onPage: Span[];
  inHeader: Span[];
};

/** The best top for a box of this height: one that covers nothing, as near to the header as there is. */
export function topFor(height: number, window: Span, around: Surroundings): number {
  const { now, under, onPage, inHeader } = around;
  const over = window.top + GAP;
  const middle = window.top + (window.bottom - window.top) * UPPER;
  const isFree = (top: number, taken: Span[]) =>
    top >= window.top &&
    top + height <= window.bottom &&
    taken.every((span) => span.bottom <= top || span.top >= top + height);

  if (isFree(now, [...onPage, ...inHeader])) return now;
  const gaps = [under, ...onPage.map(({ bottom }) => bottom + GAP)]
    .filter((top) => top >= under && isFree(top, onPage))
    .sort((one, other) => one - other);
  const [first = Infinity] = gaps;
  return first > middle && (first === Infinity || isFree(over, onPage)) ? over : first;
}
