import type { KeyboardEvent } from 'react';
import type { Slides } from './use-slides.ts';
import { animateZoom, finishAnimation, zoomOf } from './zoom.ts';

/** Arrow keys change the picture, or pan an enlarged one; plus, minus and 0 change the zoom. */
export function onViewerKey(event: KeyboardEvent, slides: Slides): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const act = actionOf(event.key, slides);
  if (!act) return;
  event.preventDefault();
  act();
}

function actionOf(key: string, { slide, current, last, show }: Slides): (() => void) | undefined {
  const shown = slide();
  const zoom = shown ? zoomOf(shown) : 1;
  const pan = PANS.get(key);
  if (shown && zoom > 1 && pan) {
    return () => {
      finishAnimation(shown);
      shown.scrollBy(pan);
    };
  }
  const zoomBy = (factor: number) => () => shown && animateZoom(shown, zoom * factor);
  return new Map([
    ['ArrowLeft', () => show(current - 1)],
    ['ArrowRight', () => show(current + 1)],
    ['Home', () => show(0)],
    ['End', () => show(last)],
    ['+', zoomBy(STEP)],
    ['=', zoomBy(STEP)],
    ['-', zoomBy(1 / STEP)],
    ['0', zoomBy(0)],
  ]).get(key);
}

const STEP = 1.5;

const PANS = new Map<string, ScrollToOptions>([
  ['ArrowLeft', { left: -120 }],
  ['ArrowRight', { left: 120 }],
  ['ArrowUp', { top: -120 }],
  ['ArrowDown', { top: 120 }],
]);
