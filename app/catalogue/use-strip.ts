import { useRef, useState } from 'react';

/** State of a carousel: slides in a container that scrolls sideways (`strip`), each as wide as the container. */
export function useStrip() {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(0);
  /** The index that a programmatic scroll moves to: slides passed on the way do not become the current one. */
  const scrollTarget = useRef<number>(undefined);

  function visibleIndex() {
    return strip.current && Math.round(strip.current.scrollLeft / strip.current.clientWidth);
  }

  function clearScrollTarget() {
    scrollTarget.current = undefined;
  }

  return {
    strip,
    current,
    /** Scrolls to a slide; does nothing for an index without a slide. */
    show(index: number) {
      const slide = strip.current?.children[index];
      if (!strip.current || !(slide instanceof HTMLElement)) return;
      strip.current.scrollTo({ left: slide.offsetLeft - strip.current.offsetLeft });
      scrollTarget.current = index === visibleIndex() ? undefined : index;
      setCurrent(index);
    },
    events: {
      onScroll() {
        const index = visibleIndex();
        if (index === null) return;
        if (scrollTarget.current === undefined) setCurrent(index);
        else if (scrollTarget.current === index) clearScrollTarget();
      },
      // A touch or the mouse wheel cancels the programmatic scroll.
      onPointerDown: clearScrollTarget,
      onWheel: clearScrollTarget,
    },
  };
}
