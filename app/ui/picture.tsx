type PictureProps = {
  /** The plain address, '/pictures/products/1-pack.webp'; its other sizes lie beside it. */
  src: string;
  alt: string;
  /** The widths in pixels it is stored at. */
  widths: readonly number[];
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  width: number;
  height: number;
  /** In the first view: loaded at once and before others. */
  priority?: boolean;
  className?: string;
};

/** A picture in AVIF or WebP at the size the screen needs, in a box that keeps its shape while it loads. */
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
      <source type="image/avif" srcSet={srcSet(src, widths, 'avif')} sizes={sizes} />
      <source type="image/webp" srcSet={srcSet(src, widths, 'webp')} sizes={sizes} />
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : undefined}
        decoding={priority ? undefined : 'async'}
        className={`bg-linen ${className}`}
      />
    </picture>
  );
}

/** '/pictures/a-320.avif 320w, …' */
export function srcSet(src: string, widths: readonly number[], format: 'avif' | 'webp'): string {
  const base = src.replace(/\.webp$/, '');
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
}
