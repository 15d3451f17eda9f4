import { Picture } from '#app/ui/picture.tsx';
import { PRODUCT_WIDTHS } from './product-picture.ts';

/** By a picture's name the widths of its files; `vite.config.ts` looks which there are. */
declare const STORED_WIDTHS: Readonly<Record<string, readonly number[]>>;

type ViewerPictureProps = {
  src: string;
  text: string;
  /** The address of a smaller file that the browser has already, shown until the large one has come. */
  preview: string | undefined;
};

/** A picture to look at closely: at least two pixels for each that it takes in the window before it is enlarged. */
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
        widths={STORED_WIDTHS[name] ?? PRODUCT_WIDTHS}
        sizes="200vmin"
        width={1280}
        height={1280}
      />
    </div>
  );
}
