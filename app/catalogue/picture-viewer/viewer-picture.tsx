import { Picture } from '#app/ui/picture.tsx';
import { PICTURE_WIDTHS } from '#domain/picture.ts';

/** Available widths of each picture's files, by its name; `vite.config.ts` reads the folder. */
declare const STORED_WIDTHS: Readonly<Record<string, readonly number[]>>;

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
export function ViewerPicture({ src, text, preview }: ViewerPictureProps) {
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
