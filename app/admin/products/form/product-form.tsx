import { type FormEvent, useRef, useState } from 'react';
import { FormFields } from '#app/admin/admin-form.tsx';
import { ConflictNotice } from '#app/admin/draft/conflict-notice.tsx';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { PicturesEditor } from '#app/admin/products/pictures/pictures-editor.tsx';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import type { Errors } from './field-names.ts';
import { FIELD_NAMES, inFormOrder, nameOfPath } from './field-names.ts';
import { ProductFields, ShownField, textField } from './product-fields.tsx';
import { ProductLists } from './product-lists.tsx';
import { useProductForm } from './use-product-form.ts';

/** The form of a product. The price is not part of it, except for a new product. */
export function ProductForm({ product }: { product: AdminProduct | null }) {
  const form = useRef<HTMLFormElement>(null);
  const [uploading, setUploading] = useState(false);
  const { errors, failure, saving, restored, changes, change, discard, save, ...draft } =
    useProductForm(product);
  const { images } = draft.form;
  const props = { draft: draft.form, errors, change };

  /** Focuses the field of this name, or the list if it has no rows. */
  function goTo(path: string) {
    const fields = [...(form.current?.elements ?? [])];
    const named = (name: string) => fields.find((each) => each.getAttribute('name') === name);
    const field =
      named(path) ?? fields.find((each) => each.getAttribute('name')?.startsWith(`${path}.`));
    if (!(field instanceof HTMLElement)) return;
    // The fields are enabled again in a moment, after the server's answer.
    if (field.matches(':disabled')) return void requestAnimationFrame(() => goTo(path));
    field.focus({ preventScroll: true });
    field.scrollIntoView({ block: 'center' });
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const [first] = inFormOrder((await save()) ?? {});
    // After the errors were rendered.
    if (first) requestAnimationFrame(() => goTo(first[0]));
  }

  return (
    // Its parts are places in the page's grid: the pictures stand beside the fields, below the price.
    <form ref={form} noValidate onSubmit={submit} className="contents">
      <FormFields saving={saving}>
        <div className="grid gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <DraftNote restored={restored} onClear={discard} />
          <div className="panel grid gap-4">
            <ProductFields {...props} />
          </div>
          {!product && (
            <div className="panel grid gap-4 sm:grid-cols-3">
              <Field {...textField(props, 'price')} required inputMode="decimal" hint="In rupees" />
              <Field
                {...textField(props, 'mrp')}
                required
                inputMode="decimal"
                hint="In rupees, as printed on the packs"
              />
              <Field {...textField(props, 'stock')} required inputMode="numeric" />
            </div>
          )}
        </div>
        <div
          className={`panel grid gap-4 xl:col-start-2 ${product ? 'xl:row-span-3 xl:row-start-2' : 'xl:row-span-4 xl:row-start-1'}`}
        >
          <PicturesEditor
            images={images}
            errors={errors}
            onChange={(edit) => change((now) => ({ images: edit(now.images) }))}
            onUpload={setUploading}
          />
        </div>
        <div className="panel grid gap-6 xl:col-start-1">
          <ProductLists {...props} />
        </div>
      </FormFields>
      <div className="panel grid gap-3 xl:col-start-1">
        <FormFields saving={saving}>
          <ShownField {...props} />
        </FormFields>
        <ConflictNotice changes={changes} names={FIELD_NAMES} />
        <SaveBar
          label={product ? 'Save' : 'Add the product'}
          errors={errors}
          failure={failure}
          busy={saving ? 'Saving...' : uploading && 'Uploading pictures...'}
          onGo={goTo}
        />
      </div>
    </form>
  );
}

type SaveBarProps = {
  label: string;
  errors: Errors;
  failure: string;
  /** The button's label while it cannot be pressed. */
  busy: false | string;
  onGo: (path: string) => void;
};

/** The save button at the end of a long form, with a list of the invalid fields that links to each. */
function SaveBar({ label, errors, failure, busy, onGo }: SaveBarProps) {
  const wrong = inFormOrder(errors);
  return (
    <div className="grid gap-3">
      {wrong.length > 0 && (
        <div role="alert" className="grid gap-1 rounded-md border border-danger p-3">
          <p className="font-semibold text-danger">Not saved yet. Please look at:</p>
          <ul>
            {wrong.map(([path, message]) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => onGo(path)}
                  className="min-h-11 text-left underline underline-offset-4"
                >
                  {nameOfPath(path)}: {message}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {failure && <InlineAlert>{failure} What you typed is kept here.</InlineAlert>}
      <Button type="submit" className="w-full sm:w-fit" busy={busy}>
        {label}
      </Button>
    </div>
  );
}
