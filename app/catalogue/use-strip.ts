import { useRef, useState } from 'react';

/**
 * A strip of slides that scrolls sideways; each slide is as wide as the strip, and one is the current one. `onLeave` gets
 * the slide that no longer is, in the event itself: a layout that changes after the finger has left the glass makes the
 * browser scroll back to that slide.
 */
export function useStrip(first = 0, onLeave: (slide: HTMLElement) => void = () => {}) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The target of a programmatic scroll: slides passed on the way are not the current one. */
  const goal = useRef<number>(undefined);

  function visible() {
    return strip.current && Math.round(strip.current.scrollLeft / strip.current.clientWidth);
  }

  function release() {
    goal.current = undefined;
  }

  function arriveAt(index: number) {
    const left = slideAt(strip.current, current);
    if (left && index !== current) onLeave(left);
    setCurrent(index);
  }

  return {
    strip,
    current,
    /** Scrolls to a slide; does nothing beyond the ends. */
    show(index: number) {
      const slide = slideAt(strip.current, index);
      if (!slide || !strip.current) return;
      strip.current.scrollTo({ left: slide.offsetLeft - strip.current.offsetLeft });
      goal.current = index === visible() ? undefined : index;
      arriveAt(index);
    },
    events: {
      onScroll() {
        const index = visible();
        if (index === null) return;
        if (goal.current === undefined) arriveAt(index);
        else if (goal.current === index) release();
      },
      // A touch or the wheel cancels the programmatic scroll.
      onPointerDown: release,
      onWheel: release,
    },
  };
}

export function slideAt(strip: HTMLElement | null, index: number): HTMLElement | undefined {
  const slide = strip?.children[index];
  return slide instanceof HTMLElement ? slide : undefined;
}
