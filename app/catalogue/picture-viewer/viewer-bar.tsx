import { ArrowLeftIcon } from '#app/ui/icons/arrow-left.tsx';
import { ArrowRightIcon } from '#app/ui/icons/arrow-right.tsx';
import type { Slides } from './use-slides.ts';
import { ViewerButton } from './viewer-button.tsx';

/** The number of the current picture, with buttons to the previous and the next one. */
export function ViewerBar({ current, last, show }: Slides) {
  return (
    <div className="viewer-bar">
      <ViewerButton
        label="Previous picture"
        className="viewer-previous"
        disabled={current === 0}
        onClick={() => show(current - 1)}
      >
        <ArrowLeftIcon />
      </ViewerButton>
      <p aria-live="polite" className="viewer-count">
        {current + 1} of {last + 1}
      </p>
      <ViewerButton
        label="Next picture"
        className="viewer-next"
        disabled={current === last}
        onClick={() => show(current + 1)}
      >
        <ArrowRightIcon />
      </ViewerButton>
    </div>
  );
}
