import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { useNavigate } from '#app/ui/link.js';
import { type AdminProduct, NewProduct, ProductForm } from '#contract/admin/products.ts';
import { addProduct } from './add-product.ts';
import { type Draft, draftOf, formOf, newFormOf } from './draft.ts';
import { clearFixedErrors, type Errors, validate } from './form-errors.ts';
import { differing, differsInForm, type Field, merge } from './merge.ts';
import { forgetDraft, loadDraft, NEW, type StoredDraft, saveDraft } from './stored-draft.ts';
import { unsavedInitialValues, withUnsavedInitialValues } from './unsaved-initial-values.ts';

/** The fields that somebody else saved while the form was open. */
export type Conflict = { theirs: Field[]; both: Field[] };

/**
 * The stored draft with its idempotency key, with which a new product is added once, even if a reloaded tab sends it
 * again.
 */
type State = StoredDraft & {
  restored: boolean;
  conflict: Conflict | null;
};

/**
 * The form of a product, or of a new one. The draft is kept in this browser until it is saved. If somebody else has saved
 * the product since, their changes are merged into the form, mine win, and both are reported.
 */
export function useProductForm(product: AdminProduct | null) {
  const id = product?.id ?? NEW;
  const navigate = useNavigate();
  const [state, setState] = useState(() => initialState(product));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  const { draft, base, key } = state;

  const validateDraft = (each: Draft) =>
    product ? validate(ProductForm, formOf(each)) : validate(NewProduct, newFormOf(each));

  function change(edit: (draft: Draft) => Partial<Draft>) {
    const before = Object.keys(errors).length > 0 ? validateDraft(draft).errors : {};
    const after =
      Object.keys(errors).length > 0 ? validateDraft({ ...draft, ...edit(draft) }).errors : {};
    setErrors((shown) => clearFixedErrors(shown, before, after));
    setState((now) => {
      const next = { ...now, draft: { ...now.draft, ...edit(now.draft) } };
      if (differing(next.base, next.draft).length > 0) saveDraft(id, next);
      else forgetDraft(id, next.key);
      return next;
    });
  }

  function discard() {
    forgetDraft(id, key);
    setErrors({});
    setFailure('');
    setState(initialState(product));
  }

  /** @returns the field errors, or null; `failure` holds any other error. */
  async function save(): Promise<Errors | null> {
    setFailure('');
    const checked = validateDraft(draft);
    setErrors(checked.errors);
    if (!checked.form) return checked.errors;
    setSaving(true);
    try {
      const saved = product
        ? await sendChange(ProductForm.parse(checked.form))
        : await add(NewProduct.parse(checked.form));
      if (!saved) return null;
      if (product) forgetDraft(id, key);
      // A price or stock that was typed for a new product, and that this form does not save, is shown until it is
      // changed elsewhere.
      if (product && unsavedInitialValues(base, draft, saved).length > 0)
        storeUnsaved(saved, withUnsavedInitialValues(base, draft, saved));
      showSaved(saved);
      open(saved);
    } catch (error) {
      if (hasErrorCode(error, 'invalid_input') && error.fields) {
        setErrors(error.fields);
        return error.fields;
      } else setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
    return null;
  }

  function open(saved: AdminProduct) {
    productChanged(saved);
    setState(initialState(saved));
    if (!product) navigate(`/admin/products/${saved.id}`, { replace: true });
  }

  function storeUnsaved(saved: AdminProduct, typed: Draft) {
    const { id, version } = saved;
    saveDraft(id, { base: draftOf(saved), version, draft: typed, key, sent: false });
  }

  /**
   * Null if the product had been added by an earlier request with other details; then its form opens with this draft.
   */
  async function add(form: NewProduct): Promise<AdminProduct | null> {
    const { product: added, addedBefore } = await addProduct(form, state, (attempt) =>
      setState((now) => {
        const next = { ...now, ...attempt };
        saveDraft(NEW, next); // for a reload before the answer
        return next;
      }),
    );
    if (!addedBefore) return added;
    const { price, mrp, stock } = form;
    const typed = {
      price: typedRupees(price),
      mrp: typedRupees(mrp),
      stock: `${stock}`,
    };
    storeUnsaved(added, { ...draft, ...typed });
    showSnackbar({
      text: `${added.name} was already added with the details you sent first. Check it, then save`,
    });
    open(added);
    return null;
  }

  /** Null if somebody else has saved the product since; then their changes were merged into the form. */
  async function sendChange(form: ProductForm): Promise<AdminProduct | null> {
    const send = (version: number) =>
      callAdmin('PATCH /admin/products/{id}', { params: { id }, body: { ...form, version } });
    try {
      return await send(state.version);
    } catch (error) {
      if (!hasErrorCode(error, 'product_changed')) throw error;
      const present = await reloadProduct(id);
      const theirDraft = draftOf(present);
      if (!differsInForm(draft, theirDraft)) return present; // saved before, and the answer was lost
      const { merged, theirs, both } = merge(base, draft, theirDraft);
      if (theirs.length === 0) return await send(present.version);
      const next = { base: theirDraft, version: present.version, draft: merged, key, sent: false };
      saveDraft(id, next);
      setState((now) => ({ ...now, ...next, conflict: { theirs, both } }));
      return null;
    }
  }

  const unsavedFields = product ? unsavedInitialValues(base, draft, product) : [];
  const restored = state.restored && (!product || differsInForm(base, draft));
  return { ...state, restored, unsavedFields, errors, failure, saving, change, discard, save };
}

function showSaved({ id, name, shown }: AdminProduct): void {
  showSnackbar({
    text: shown ? `${name} is saved` : `${name} is saved, and hidden`,
    link: shown
      ? { to: `/product/${id}`, label: 'See it in the shop' }
      : { to: `/admin/products/${id}/preview`, label: 'Preview' },
  });
}

function initialState(product: AdminProduct | null): State {
  const base = draftOf(product);
  const version = product?.version ?? 0;
  const kept = loadDraft(product?.id ?? NEW);
  const key = kept?.key ?? randomId();
  const sent = kept?.sent ?? false;
  const fresh = { base, version, draft: base, key, sent, restored: false, conflict: null };
  if (!kept || differing(kept.base, kept.draft).length === 0) return fresh;
  if (kept.version === version) return { ...fresh, draft: kept.draft, restored: true };
  const { merged, theirs, both } = merge(kept.base, kept.draft, base);
  if (differing(base, merged).length === 0) return fresh; // the product has these values already
  const conflict = theirs.length > 0 ? { theirs, both } : null;
  return { ...fresh, draft: merged, restored: true, conflict };
}
