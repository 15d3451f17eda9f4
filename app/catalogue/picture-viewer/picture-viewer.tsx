import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import Lightbox, { type ControllerRef } from 'yet-another-react-lightbox';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import { Icon } from '#app/ui/icon.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { PICTURE_WIDTHS } from '#domain/picture.ts';
// In the order in which they apply.
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import './picture-viewer.css';

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
 * Full-screen picture viewer, open as long as it is rendered: swiped, enlarged by two fingers, double tap, wheel, buttons
 * or + and -, and panned when enlarged. Arrow keys, Home and End change the picture.
 */
export function PictureViewer(props: PictureViewerProps) {
  const { label, pictures, first, previewOf, onClose, onLeave } = props;
  const controller = useRef<ControllerRef>(null);
  const [current, setCurrent] = useState(first);
  // Another list would make the lightbox begin again.
  const [slides] = useState(() =>
    pictures.map(({ src }) => ({ src, width: LARGEST, height: LARGEST })),
  );
  const leave = useEffectEvent(() => onLeave(current));
  // On unmount, after the lightbox has given the focus back to what had opened it.
  useEffect(() => () => leave(), []);

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Home') controller.current?.prev({ count: current });
    if (key === 'End') controller.current?.next({ count: pictures.length - 1 - current });
  }

  return (
    <Lightbox
      open
      close={onClose}
      index={current}
      slides={slides}
      plugins={[Counter, Zoom]}
      labels={{
        Lightbox: label,
        'Photo gallery': 'Pictures',
        Previous: 'Previous picture',
        Next: 'Next picture',
      }}
      carousel={{ finite: true, padding: 0, spacing: 0 }}
      animation={{ fade: 200, swipe: 250, zoom: 220 }}
      counter={{ separator: 'of' }}
      zoom={{ zoomInMultiplier: 1.5, scrollToZoom: true, keyboardMoveDistance: 120 }}
      controller={{ ref: controller }}
      portal={{ container: { onKeyDown } }}
      on={{
        view: ({ index }) => setCurrent(index),
        entered: () => document.querySelector<HTMLElement>('.viewer-close')?.focus(),
      }}
      toolbar={{
        buttons: ['zoom', <CloseButton key="close" onClick={() => controller.current?.close()} />],
      }}
      render={{
        slide: ({ slide }) => {
          const index = pictures.findIndex(({ src }) => 'src' in slide && src === slide.src);
          const picture = pictures[index];
          return picture && <ViewerPicture {...picture} preview={previewOf(index)} />;
        },
        iconPrev: () => <Icon name="arrowLeft" />,
        iconNext: () => <Icon name="arrowRight" />,
        iconZoomIn: () => <Icon name="zoomIn" />,
        iconZoomOut: () => <Icon name="zoomOut" />,
      }}
    />
  );
}

/** The side in pixels of the largest stored file: a picture is enlarged up to its own pixels. */
const LARGEST = 2400;

function CloseButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label="Close"
      onClick={onClick}
      className="yarl__button viewer-close"
    >
      <Icon name="close" />
    </button>
  );
}

type ViewerPictureProps = {
  src: string;
  text: string;
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
