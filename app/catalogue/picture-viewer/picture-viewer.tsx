import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { PICTURE_WIDTHS } from '#domain/picture.ts';
import { onViewerKey, type Slides, useSlides } from './use-slides.ts';
import { listenToGestures } from './viewer-gestures.ts';
import { animateZoom, DOUBLE_TAP_ZOOM, zoomOf } from './zoom.ts';

/** Available widths of each picture's files, by its name; `vite.config.ts` reads the folder. */
declare const STORED_WIDTHS: Readonly<Record<string, readonly number[]>>;

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
  // On unmount, when the dialog is gone: while a modal dialog is open nothing else can take the focus.
  const leave = useEffectEvent(() => onLeave(current));
  useEffect(() => () => leave(), []);

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
        <Icon name="close" />
      </ViewerButton>
      <ViewerButton
        label={zoomed ? 'Zoom out' : 'Zoom in'}
        className="viewer-zoom"
        onClick={toggleZoom}
      >
        {zoomed ? <Icon name="zoomOut" /> : <Icon name="zoomIn" />}
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

/** The number of the current picture, with buttons to the previous and the next one. */
function ViewerBar({ current, last, show }: Slides) {
  return (
    <div className="viewer-bar">
      <ViewerButton
        label="Previous picture"
        className="viewer-previous"
        disabled={current === 0}
        onClick={() => show(current - 1)}
      >
        <Icon name="arrowLeft" />
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
        <Icon name="arrowRight" />
      </ViewerButton>
    </div>
  );
}

type ViewerPictureProps = {
  src: string;
  text: string;
  /** URL of a smaller file that the browser has already, shown until the large one has loaded. */
  preview: string | undefined;
};

/**
 * A picture in the viewer: loads at least two pixels for each CSS pixel it fills before zooming. All pictures of products
 * are square.
 */
function ViewerPicture({ src, text, preview }: ViewerPictureProps) {
  const [name = ''] = src.split('/').at(-1)?.split('.') ?? [];
  return (
    <div
      className="viewer-frame"
      style={preview ? { backgroundImage: `url("${preview}")` } : undefined}
    >
      <Picture
        src={src}
        alt={text}
        widths={STORED_WIDTHS[name] ?? PICTURE_WIDTHS}
        sizes="200vmin"
        width={1280}
        height={1280}
      />
    </div>
  );
}

type ViewerButtonProps = {
  label: string;
  /** The class that positions it, from `app/ui/styles/viewer.css`. */
  className: string;
  /** Dimmed and without effect, by `aria-disabled`, so that it keeps the focus. */
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
};

/** A round button above the pictures. */
function ViewerButton({ label, className, disabled, onClick, children }: ViewerButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-disabled={disabled}
      onClick={onClick}
      className={`viewer-button ${className}`}
    >
      {children}
    </button>
  );
}
