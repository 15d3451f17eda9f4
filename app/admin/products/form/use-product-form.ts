import { useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { storeDraft, useVersionedDraft } from '#app/admin/draft/use-versioned-draft.ts';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { useNavigate } from '#app/ui/link.js';
import { type AdminProduct, NewProduct, ProductForm } from '#contract/admin/products.ts';
import { Draft, draftOf, formOf, newFormOf, UNPRICED } from './draft.ts';
import { clearFixedErrors, type Errors, validate } from './field-names.ts';

/** The form of a product, or of a new one. */
export function useProductForm(product: AdminProduct | null) {
  const navigate = useNavigate();
  const draft = useVersionedDraft({
    name: nameOf(product),
    schema: { form: Draft, version: z.number() },
    saved: product,
    read,
  });
  const { form } = draft;
  /** The idempotency key of a new product whose request has no response yet; '' for none. */
  const [pendingKey, setPendingKey] = useDraft('product-begun');
  const [errors, setErrors] = useState<Errors>({});
  const { write, busy, failure, refuse } = useWrite();

  const validateDraft = (each: Draft) =>
    product ? validate(ProductForm, formOf(each)) : validate(NewProduct, newFormOf(each));

  function change(edit: (form: Draft) => Partial<Draft>) {
    if (Object.keys(errors).length > 0) {
      const before = validateDraft(form).errors;
      const after = validateDraft({ ...form, ...edit(form) }).errors;
      setErrors((shown) => clearFixedErrors(shown, before, after));
    }
    draft.change(edit);
  }

  function discard() {
    draft.forget();
    if (!product) setPendingKey('');
    setErrors({});
    refuse('');
  }

  /** @returns the field errors, or null; `failure` holds any other error. */
  async function save(): Promise<Errors | null> {
    const checked = validateDraft(form);
    setErrors(checked.errors);
    if (!checked.form) {
      refuse('');
      return checked.errors;
    }
    let refused: Errors | null = null;
    await write(async () => {
      try {
        const saved = await draft.save(
          (typed, version) => (product ? sendChange(product, typed, version) : add(typed)),
          async () => product && reloadProduct(product.id),
        );
        if (!saved) return;
        showSaved(saved);
        open(saved);
      } catch (error) {
        if (!hasErrorCode(error, 'invalid_input') || !error.fields) throw error;
        refused = error.fields;
        setErrors(refused);
      }
    });
    return refused;
  }

  /** Null if a request whose answer was lost has added it with other details; then its form opens with this draft. */
  async function add(typed: Draft): Promise<AdminProduct | null> {
    const idempotencyKey = pendingKey || randomId();
    setPendingKey(idempotencyKey);
    try {
      const body = NewProduct.parse(newFormOf(typed));
      const added = await callAdmin('POST /admin/products', { body, idempotencyKey });
      setPendingKey('');
      return added;
    } catch (error) {
      if (!hasErrorCode(error, 'idempotency_key_reused')) throw error;
      const params = { key: idempotencyKey };
      const added = await callAdmin('GET /admin/created-products/{key}', { params });
      setPendingKey('');
      storeDraft(nameOf(added), { ...typed, ...UNPRICED }, read(added));
      showSnackbar({
        text: `${added.name} was already added with the details you sent first. Check them and its price, then save`,
      });
      open(added);
      return null;
    }
  }

  function open(saved: AdminProduct) {
    productChanged(saved);
    if (!product) navigate(`/admin/products/${saved.id}`, { replace: true });
  }

  return { ...draft, errors, failure, saving: busy, change, discard, save };
}

const nameOf = (product: AdminProduct | null) => `product:${product?.id ?? 'new'}`;

const read = (product: AdminProduct | null) => ({
  form: draftOf(product),
  version: product?.version ?? 0,
});

function sendChange({ id }: AdminProduct, typed: Draft, version: number): Promise<AdminProduct> {
  const body = { ...ProductForm.parse(formOf(typed)), version };
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
