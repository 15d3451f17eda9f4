import { useRef, useState } from 'react';

/**
 * State of a carousel: slides in a container that scrolls sideways (`strip`), each as wide as the container. `onLeave`
 * is called with the slide that stops being the current one, during the scroll event itself: if the layout changed
 * later, after a touch has ended, the browser would scroll back to that slide.
 */
export function useStrip(first = 0, onLeave: (slide: HTMLElement) => void = () => {}) {
  const strip = useRef<HTMLUListElement>(null);
  const [current, setCurrent] = useState(first);
  /** The index that a programmatic scroll moves to: slides passed on the way do not become the current one. */
  const scrollTarget = useRef<number>(undefined);

  function visibleIndex() {
    return strip.current && Math.round(strip.current.scrollLeft / strip.current.clientWidth);
  }

  function clearScrollTarget() {
    scrollTarget.current = undefined;
  }

  function setCurrentSlide(index: number) {
    const left = slideAt(strip.current, current);
    if (left && index !== current) onLeave(left);
    setCurrent(index);
  }

  return {
    strip,
    current,
    /** Scrolls to a slide; does nothing for an index without a slide. */
    show(index: number) {
      const slide = slideAt(strip.current, index);
      if (!slide || !strip.current) return;
      strip.current.scrollTo({ left: slide.offsetLeft - strip.current.offsetLeft });
      scrollTarget.current = index === visibleIndex() ? undefined : index;
      setCurrentSlide(index);
    },
    events: {
      onScroll() {
        const index = visibleIndex();
        if (index === null) return;
        if (scrollTarget.current === undefined) setCurrentSlide(index);
        else if (scrollTarget.current === index) clearScrollTarget();
      },
      // A touch or the mouse wheel cancels the programmatic scroll.
      onPointerDown: clearScrollTarget,
      onWheel: clearScrollTarget,
    },
  };
}

/** The slide at an index; undefined if there is none. */
export function slideAt(strip: HTMLElement | null, index: number): HTMLElement | undefined {
  const slide = strip?.children[index];
  return slide instanceof HTMLElement ? slide : undefined;
}
