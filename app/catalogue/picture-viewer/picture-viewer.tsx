import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CloseIcon } from '#app/ui/icons/close.tsx';
import { ZoomInIcon } from '#app/ui/icons/zoom-in.tsx';
import { ZoomOutIcon } from '#app/ui/icons/zoom-out.tsx';
import { useSlides } from './use-slides.ts';
import { ViewerBar } from './viewer-bar.tsx';
import { ViewerButton } from './viewer-button.tsx';
import { listenToGestures } from './viewer-gestures.ts';
import { onViewerKey } from './viewer-keys.ts';
import { ViewerPicture } from './viewer-picture.tsx';
import { animateZoom, DOUBLE_TAP_ZOOM, zoomOf } from './zoom.ts';

export type PictureViewerProps = {
  label: string;
  pictures: readonly { src: string; text: string }[];
  /** The picture to open first. */
  first: number;
  /** URL of a smaller file that the browser has already, shown until the large one has loaded. */
  previewOf: (index: number) => string | undefined;
  onClose: () => void;
  /** Called after it has closed, with the picture seen last. */
  onLeave: (index: number) => void;
};

/**
 * Full-screen picture viewer, open as long as it is rendered. It uses the native dialog for focus, scroll snapping for
 * swiping and overflow scrolling for panning an enlarged picture.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { label, pictures, first, previewOf, onClose, onLeave } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  // Opened before `useSlides` scrolls to the first slide: a hidden element does not scroll.
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const slides = useSlides(first, pictures.length);
  const { strip, current, last } = slides;
  const zoomed = useGestures(strip);
  useOnUnmount(() => onLeave(current));

  function toggleZoom() {
    const slide = slides.slide();
    if (slide) animateZoom(slide, zoomOf(slide) > 1 ? 1 : DOUBLE_TAP_ZOOM);
  }

  return (
    <dialog
      ref={dialog}
      aria-label={label}
      onClose={onClose}
      onKeyDown={(event) => onViewerKey(event, slides)}
      className="viewer"
    >
      <ViewerButton label="Close" className="viewer-close" onClick={() => dialog.current?.close()}>
        <CloseIcon />
      </ViewerButton>
      <ViewerButton
        label={zoomed ? 'Zoom out' : 'Zoom in'}
        className="viewer-zoom"
        onClick={toggleZoom}
      >
        {zoomed ? <ZoomOutIcon /> : <ZoomInIcon />}
      </ViewerButton>
      <ul ref={strip} aria-label="Pictures" {...slides.events} className="viewer-strip">
        {pictures.map(({ src, text }, index) => (
          <li
            key={src}
            // A scrollable area must be reachable by keyboard (WCAG 2.1.1).
            tabIndex={index === current ? 0 : -1}
          >
            <ViewerPicture src={src} text={text} preview={previewOf(index)} />
          </li>
        ))}
      </ul>
      {last > 0 && <ViewerBar {...slides} />}
    </dialog>
  );
}

/** Handles touch and mouse gestures; returns whether a picture is enlarged. */
function useGestures(strip: RefObject<HTMLElement | null>): boolean {
  const [zoomed, setZoomed] = useState(false);
  useEffect(() => {
    if (!strip.current) return;
    const onZoom = ({ target }: Event) =>
      setZoomed(target instanceof Element && target.hasAttribute('data-zoomed'));
    strip.current.addEventListener('zoom', onZoom);
    return listenToGestures(strip.current);
  }, [strip]);
  return zoomed;
}

/**
 * Calls back on unmount, when the dialog has been removed: while a modal dialog is open nothing else can take the
 * focus.
 */
function useOnUnmount(callback: () => void): void {
  const latest = useRef(callback);
  useEffect(() => {
    latest.current = callback;
  });
  useEffect(() => () => latest.current(), []);
}
