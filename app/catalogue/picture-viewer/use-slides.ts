import { useLayoutEffect, useRef, useState } from 'react';
import { zoomOut } from './zoom.ts';

export type Slides = ReturnType<typeof useSlides>;

/** A strip of `count` slides, each as wide as the strip, of which one is visible. */
export function useSlides(first: number, count: number) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The target of a programmatic scroll: slides passed on the way are not the current one. */
  const goal = useRef<number>(undefined);

  useLayoutEffect(() => {
    const { current: element } = strip;
    element?.scrollTo({ left: first * element.clientWidth, behavior: 'instant' });
  }, [first]);

  function arriveAt(index: number) {
    if (index === current) return;
    // Resets the zoom of a picture that was left.
    const left = slideAt(strip.current, current);
    if (left) zoomOut(left);
    setCurrent(index);
  }

  function release() {
    goal.current = undefined;
  }

  return {
    strip,
    current,
    last: count - 1,
    /** The visible slide. */
    slide: () => slideAt(strip.current, current),
    /** Scrolls to a slide; does nothing beyond the ends. */
    show(index: number) {
      if (index < 0 || index >= count || index === current) return;
      goal.current = index;
      strip.current?.scrollTo({ left: index * strip.current.clientWidth });
      arriveAt(index);
    },
    events: {
      onScroll() {
        if (!strip.current) return;
        const index = Math.round(strip.current.scrollLeft / strip.current.clientWidth);
        if (goal.current === undefined) arriveAt(index);
        else if (goal.current === index) goal.current = undefined;
      },
      // A touch or the wheel cancels the programmatic scroll.
      onPointerDown: release,
      onWheel: release,
    },
  };
}

function slideAt(strip: HTMLElement | null, index: number): HTMLElement | undefined {
  const slide = strip?.children[index];
  return slide instanceof HTMLElement ? slide : undefined;
}
