import { useLayoutEffect } from 'react';
import { slideAt, useStrip } from '#app/catalogue/use-strip.ts';
import { zoomOut } from './zoom.ts';

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
