import type { KeyboardEvent } from 'react';
import { useRef, useState } from 'react';
import { useViewer } from '#app/catalogue/picture-viewer/use-viewer.ts';
import { Picture, preloadPicture } from '#app/ui/picture.tsx';
import { PICTURE_WIDTHS } from '#domain/picture.ts';

/** What the pictures that came with the shop show, by the end of their name; the catalogue describes each exactly. */
const VIEWS: Record<string, string> = {
  pack: 'the pack',
  inside: 'what is inside',
  'in-use': 'it in use',
};

function viewOf(image: string, index: number): string {
  const [, view = ''] = /-(pack|inside|in-use)\.webp$/.exec(image) ?? [];
  return VIEWS[view] ?? `picture ${index + 1}`;
}

/** Whether a picture may show more than one gets, such as a teapot; the leading one is chosen to show none of that. */
const showsMore = (image: string, index: number) => index > 0 && image.endsWith('-in-use.webp');

type GalleryProps = { name: string; images: readonly string[]; texts: readonly string[] };

/**
 * A product's pictures in a horizontal scroll strip, which works without scripts; thumbnails and arrow keys move it
 * too. Each picture opens the full-screen viewer.
 */
export function Gallery({ name, images, texts }: GalleryProps) {
  const { strip, current, show, events } = useStrip();
  const viewer = useViewer(images.length);

  function textOf(index: number) {
    return texts[index] ?? `${name}: picture ${index + 1}`;
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (current + step + images.length) % images.length;
    show(next);
    event.currentTarget.querySelectorAll<HTMLElement>('button')[next]?.focus();
  }

  /** After the viewer closes: scrolls to the picture seen last and focuses it. */
  function onViewerLeft(index: number) {
    show(index);
    strip.current?.querySelectorAll('button')[index]?.focus({ preventScroll: true });
  }

  const [first] = images;
  if (first) preloadPicture(first, WIDTHS, SIZES);
  return (
    <section
      aria-label={`Pictures of ${name}`}
      className="min-w-0 md:sticky md:top-24 md:self-start"
    >
      <ul
        ref={strip}
        {...events}
        onPointerEnter={viewer.prepare}
        onFocus={viewer.prepare}
        className="gallery-strip rounded-lg bg-surface-accent"
      >
        {images.map((image, index) => (
          <li key={image} className="relative w-full shrink-0 snap-center">
            <button
              type="button"
              onClick={() => viewer.open(index)}
              className="enlarge relative block w-full"
            >
              <Picture
                src={image}
                alt={textOf(index)}
                widths={WIDTHS}
                sizes={SIZES}
                width={1280}
                height={1280}
                priority={index === 0}
                className="w-full"
              />
              <span className="rounded-full bg-surface px-3 py-1 text-xs leading-tight font-semibold text-foreground">
                View larger
              </span>
            </button>
            {showsMore(image, index) && (
              <p className="picture-caption rounded-lg bg-surface px-3 py-1 text-xs leading-tight text-foreground">
                Shown in use. You get what is listed under In the box.
              </p>
            )}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields; these choose a picture */}
      <div
        role="group"
        aria-label="Choose a picture"
        onKeyDown={onKeyDown}
        className="mt-3 flex gap-3"
      >
        {images.map((image, index) => (
          <button
            key={image}
            type="button"
            aria-label={`Show ${viewOf(image, index)}`}
            aria-pressed={index === current}
            onClick={() => show(index)}
            className="w-20 overflow-hidden rounded-md border-2 border-transparent aria-pressed:border-primary sm:w-24"
          >
            <Picture
              src={image}
              alt=""
              widths={PICTURE_WIDTHS.slice(0, 2)}
              sizes="(min-width: 40rem) 6rem, 5rem"
              width={160}
              height={160}
              className="w-full"
            />
          </button>
        ))}
      </div>
      {viewer.Viewer && (
        <viewer.Viewer
          label={`Pictures of ${name}, full screen`}
          pictures={images.map((src, index) => ({ src, text: textOf(index) }))}
          first={viewer.index}
          previewOf={(index) => strip.current?.querySelectorAll('img')[index]?.currentSrc}
          onClose={viewer.close}
          onLeave={onViewerLeft}
        />
      )}
    </section>
  );
}

/** The smallest width is for the thumbnails. */
const WIDTHS = PICTURE_WIDTHS.slice(1);
const SIZES = '(min-width: 76rem) 35rem, (min-width: 48rem) 46vw, 84vw';

/** State of a carousel: slides in a container that scrolls sideways (`strip`), each as wide as the container. */
function useStrip() {
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
