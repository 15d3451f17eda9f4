import { useState } from 'react';
import { ConflictNotice, DraftNote, FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useDraft } from '#app/admin/draft.ts';
import { PicturesEditor } from '#app/admin/products/pictures/pictures-editor.tsx';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { Checkbox } from '#app/ui/checkbox.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useNavigate } from '#app/ui/link.js';
import {
  type AdminProduct,
  NewProduct,
  ProductForm as ProductRequest,
} from '#contract/admin/products.ts';
import {
  type Draft,
  errorsOf,
  FIELD_NAMES,
  formOf,
  namesOf,
  newFormOf,
  useProductDraft,
} from './draft.ts';
import { ProductFields, textField } from './product-fields.tsx';
import { ProductLists } from './product-lists.tsx';

/** The form of a product. The price is not part of it, except for a new product. */
export function ProductForm({ product }: { product: AdminProduct | null }) {
  const navigate = useNavigate();
  const draft = useProductDraft(product);
  const { form, change, changes } = draft;
  /** The idempotency key of a new product whose request has no response yet; '' for none. */
  const [pendingKey, setPendingKey] = useDraft('product-begun');
  const [uploading, setUploading] = useState(false);
  const {
    write,
    busy,
    failure,
    fields: errors,
    refuse,
  } = useWrite({
    onFailure: (error) => hasErrorCode(error, 'idempotency_key_reused') && setPendingKey(''),
  });
  const wrong = namesOf(errors);
  const props = { ...draft, errors };

  function clear() {
    draft.forget();
    if (!product) setPendingKey('');
    refuse('');
  }

  function save() {
    const invalid = product
      ? errorsOf(ProductRequest, formOf(form))
      : errorsOf(NewProduct, newFormOf(form));
    if (Object.keys(invalid).length > 0) return refuse('', invalid);
    return write(async () => {
      const saved = await draft.save(
        (typed, version) => (product ? sendChange(product, typed, version) : add(typed)),
        async () => product && reloadProduct(product.id),
      );
      if (!saved) return;
      showSaved(saved);
      productChanged(saved);
      if (!product) navigate(`/admin/products/${saved.id}`, { replace: true });
    });
  }

  /** Sent again after a lost answer, it is one product; with other details that is refused. */
  async function add(typed: Draft): Promise<AdminProduct> {
    const idempotencyKey = pendingKey || randomId();
    setPendingKey(idempotencyKey);
    const body = NewProduct.parse(newFormOf(typed));
    const added = await callAdmin('POST /admin/products', { body, idempotencyKey });
    setPendingKey('');
    return added;
  }

  return (
    // Its parts are places in the page's grid: the pictures stand beside the fields, below the price.
    <PlainForm onSubmit={save} className="contents">
      <FormFields saving={busy}>
        <div className="grid gap-5 xl:col-start-1 xl:row-span-2 xl:row-start-1">
          <DraftNote restored={draft.restored} onClear={clear} />
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
            images={form.images}
            errors={errors}
            onChange={(edit) => change((now) => ({ images: edit(now.images) }))}
            uploading={uploading}
            onUpload={setUploading}
          />
        </div>
        <div className="panel grid gap-6 xl:col-start-1">
          <ProductLists {...props} />
        </div>
        <div className="panel grid gap-3 xl:col-start-1">
          <Checkbox
            name="shown"
            label="Show it in the shop"
            checked={form.shown}
            onChange={({ target }) => change(() => ({ shown: target.checked }))}
          />
          <ConflictNotice changes={changes} names={FIELD_NAMES} />
          {wrong && <InlineAlert>{`Not saved yet. Please look at: ${wrong}.`}</InlineAlert>}
          {failure && !wrong && <InlineAlert>{failure} What you typed is kept here.</InlineAlert>}
          <Button
            type="submit"
            className="w-full sm:w-fit"
            busy={busy ? 'Saving...' : uploading && 'Uploading pictures...'}
          >
            {product ? 'Save' : 'Add the product'}
          </Button>
        </div>
      </FormFields>
    </PlainForm>
  );
}

function sendChange({ id }: AdminProduct, typed: Draft, version: number): Promise<AdminProduct> {
  const body = { ...ProductRequest.parse(formOf(typed)), version };
  return callAdmin('PATCH /admin/products/{id}', { params: { id }, body });
}

function showSaved({ id, name, shown }: AdminProduct): void {
  showSnackbar({
    text: shown ? `${name} is saved` : `${name} is saved, and hidden`,
    link: shown
      ? { to: `/product/${id}`, label: 'See it in the shop' }
      : { to: `/admin/products/${id}/preview`, label: 'Preview' },
  });
}
