import { useEffect, useLayoutEffect } from 'react';
import { slideAt, useStrip } from '#app/catalogue/use-strip.ts';
import { zoomOut } from './zoom.ts';

export type Slides = ReturnType<typeof useSlides>;

/** The viewer's strip of `count` slides, which opens at `first`. A picture that is left loses its zoom. */
export function useSlides(first: number, count: number) {
  const slides = useStrip(first);
  const { strip, current } = slides;

  useLayoutEffect(() => {
    const { current: element } = strip;
    element?.scrollTo({ left: first * element.clientWidth, behavior: 'instant' });
  }, [first, strip]);

  useEffect(() => {
    const shown = slideAt(strip.current, current);
    return () => shown && zoomOut(shown);
  }, [strip, current]);

  return {
    ...slides,
    last: count - 1,
    /** The visible slide. */
    slide: () => slideAt(strip.current, current),
  };
}
