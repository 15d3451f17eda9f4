import { preload } from 'react-dom';

type PictureProps = {
  /** The base URL, '/pictures/products/1-pack.webp'; its other sizes are beside it. */
  src: string;
  alt: string;
  /** The widths in pixels of its files. */
  widths: readonly number[];
  /** The value of the `sizes` attribute. */
  sizes: string;
  width: number;
  height: number;
  /** In the first view: loads at once and with high priority. */
  priority?: boolean;
  className?: string;
};

/**
 * A picture in AVIF at the size the screen needs, in a box that keeps its aspect ratio while it loads. What knows no AVIF
 * (browsers too old for the style sheets, crawlers) gets the one file in WebP.
 */
export function Picture({
  src,
  alt,
  widths,
  sizes,
  width,
  height,
  priority = false,
  className = '',
}: PictureProps) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(src, widths)} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? undefined : 'lazy'}
        fetchPriority={priority ? 'high' : 'low'}
        decoding={priority ? undefined : 'async'}
        className={`bg-surface-accent ${className}`}
      />
    </picture>
  );
}

/**
 * Preloads a picture in the document's head, before the fonts: over HTTP/1.1 it is requested first and gets the open
 * connection. `media` says for which windows it is meant.
 */
export function preloadPicture(
  src: string,
  widths: readonly number[],
  sizes: string,
  media?: string,
): void {
  preload(src, {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: srcSet(src, widths),
    imageSizes: sizes,
    fetchPriority: 'high',
    media,
  });
}

/** '/pictures/a-320.avif 320w, …' */
export function srcSet(src: string, widths: readonly number[]): string {
  const base = src.replace(/\.webp$/, '');
  return widths.map((width) => `${base}-${width}.avif ${width}w`).join(', ');
}
