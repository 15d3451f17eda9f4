import { type KeyboardEvent, useLayoutEffect } from 'react';
import { slideAt, useStrip } from '#app/catalogue/use-strip.ts';
import { animateZoom, finishAnimation, zoomOf, zoomOut } from './zoom.ts';

export type Slides = ReturnType<typeof useSlides>;

/**
 * The viewer's carousel of `count` slides, which opens at `first`. A picture is zoomed out when another slide becomes
 * the current one.
 */
export function useSlides(first: number, count: number) {
  const slides = useStrip(first, zoomOut);
  const { strip, current } = slides;

  useLayoutEffect(() => {
    const { current: element } = strip;
    element?.scrollTo({ left: first * element.clientWidth, behavior: 'instant' });
  }, [first, strip]);

  return {
    ...slides,
    last: count - 1,
    /** The visible slide. */
    slide: () => slideAt(strip.current, current),
  };
}

/** Arrow keys change the picture, or pan an enlarged one; plus, minus and 0 change the zoom. */
export function onViewerKey(event: KeyboardEvent, { slide, current, last, show }: Slides): void {
  const shown = slide();
  if (!shown || event.ctrlKey || event.metaKey || event.altKey) return;
  const zoom = zoomOf(shown);
  const pan = zoom > 1 ? PANS[event.key] : undefined;
  const next = { ArrowLeft: current - 1, ArrowRight: current + 1, Home: 0, End: last }[event.key];
  const factor = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP, '0': 0 }[event.key];
  if (pan) {
    finishAnimation(shown);
    shown.scrollBy(pan);
  } else if (next !== undefined) show(next);
  else if (factor !== undefined) animateZoom(shown, zoom * factor);
  else return;
  event.preventDefault();
}

const ZOOM_STEP = 1.5;

const PANS: Record<string, ScrollToOptions> = {
  ArrowLeft: { left: -120 },
  ArrowRight: { left: 120 },
  ArrowUp: { top: -120 },
  ArrowDown: { top: 120 },
};
