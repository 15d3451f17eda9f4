import { type ChangeEvent, useState } from 'react';
import type { Draft, Errors } from '#app/admin/products/form/draft.ts';
import { moved, RowButtons } from '#app/admin/products/form/rows-editor.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { buttonClasses } from '#app/ui/button.tsx';
import { TextArea } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Picture } from '#app/ui/picture.tsx';
import { PictureError, uploadPicture } from './upload-picture.ts';

type Images = Draft['images'];
type PicturesEditorProps = {
  images: Images;
  errors: Errors;
  onChange: (edit: (images: Images) => Images) => void;
  /** Whether pictures are being uploaded; a form that is saved meanwhile would be saved without them. */
  uploading: boolean;
  onUpload: (uploading: boolean) => void;
};

const TYPES = 'image/jpeg,image/png,image/webp,image/avif';

/** Edits a product's pictures, their order and alternative texts. Lists show the first one. */
export function PicturesEditor(props: PicturesEditorProps) {
  const { images, errors, onChange, uploading, onUpload } = props;
  const [failures, setFailures] = useState<string[]>([]);

  async function add(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    event.target.value = ''; // the same file can be chosen again
    setFailures([]);
    onUpload(true);
    for (const file of files) {
      try {
        const src = await uploadPicture(file);
        onChange((now) =>
          now.some((each) => each.src === src) ? now : [...now, { src, text: '' }],
        );
      } catch (error) {
        const why = error instanceof PictureError ? error.message : messageOf(error);
        setFailures((now) => [...now, `${file.name}: ${why}`]);
      }
    }
    onUpload(false);
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-semibold text-foreground">Pictures</legend>
      <p className="text-sm text-muted">
        Shoppers see a square from the middle. The first is the one in the shop’s list.
      </p>
      {images.length > 0 && (
        <ol className="grid gap-3">
          {images.map(({ src, text }, index) => (
            <li
              key={src}
              className="grid grid-cols-[6rem_minmax(0,1fr)] items-start gap-x-4 gap-y-2 rounded-md bg-surface-muted p-3"
            >
              <Picture
                src={src}
                alt=""
                widths={[160, 320]}
                sizes="96px"
                width={96}
                height={96}
                className="size-24 rounded-sm object-cover"
              />
              <div className="grid gap-2">
                <TextArea
                  label={`What picture ${index + 1} shows`}
                  name={`images.${index}.text`}
                  maxLength={200}
                  rows={2}
                  required
                  value={text}
                  error={errors[`images.${index}.text`] ?? errors[`images.${index}.src`]}
                  onChange={({ target }) =>
                    onChange((now) => now.with(index, { src, text: target.value }))
                  }
                />
                <RowButtons
                  name={`picture ${index + 1}`}
                  first={index === 0}
                  last={index === images.length - 1}
                  onMove={(by) => onChange((now) => moved(now, index, by))}
                  onRemove={() => onChange((now) => now.toSpliced(index, 1))}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <p role="status" className="text-muted">
        {uploading && 'Uploading...'}
      </p>
      {failures.map((failure) => (
        <InlineAlert key={failure}>{failure}</InlineAlert>
      ))}
      {errors.images && <p className="text-sm font-medium text-danger">{errors.images}</p>}
      <label
        className={buttonClasses(
          'secondary',
          'min-h-11 w-fit cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-primary',
        )}
      >
        Choose pictures
        <input
          type="file"
          accept={TYPES}
          multiple
          // Not disabled, because that would take the focus from it.
          aria-disabled={uploading}
          onClick={(event) => uploading && event.preventDefault()}
          onChange={(event) => void add(event)}
          className="sr-only"
        />
      </label>
    </fieldset>
  );
}
