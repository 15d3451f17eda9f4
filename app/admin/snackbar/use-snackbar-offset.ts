import { type RefObject, useEffect, useRef } from 'react';

/** The space between the two boxes, in pixels. */
const GAP = 8;

/**
 * The ref of a box that is fixed at the bottom of the window: keeps the snackbar above it, whatever its height, so that
 * a tap on one of its buttons cannot hit Undo.
 */
export function useSnackbarOffset(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.target.clientHeight ?? 0;
      style.setProperty('--room-below', height > 0 ? `${height + GAP}px` : '0px');
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--room-below');
    };
  }, []);
  return box;
}
