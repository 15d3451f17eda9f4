import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { tellDone } from '#app/admin/undo/undo-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { useNavigate } from '#app/ui/link.js';
import { type AdminProduct, NewProduct, ProductForm } from '#contract/admin/products.ts';
import {
  type Draft,
  draftOf,
  forgetDraft,
  formOf,
  keepDraft,
  keptDraft,
  newFormOf,
} from './draft.ts';
import { check, type Errors, withoutMended } from './form-errors.ts';
import { differing, differsInForm, type Field, merge } from './merge.ts';
import { productChanged, reloadProduct } from './product-queries.ts';

/** What somebody else has saved while the form was open. */
export type Meanwhile = { theirs: Field[]; both: Field[] };

type State = {
  base: Draft;
  version: number;
  draft: Draft;
  /** A new product is one, however often it is sent, also from a tab that was reloaded. */
  key: string;
  restored: boolean;
  meanwhile: Meanwhile | null;
};

/**
 * The form of a product, or of a new one. What is typed is kept in this browser until it is saved. Where somebody else
 * has saved meanwhile, their fields come in, mine stay, and both are told.
 */
export function useProductForm(product: AdminProduct | null) {
  const id = product?.id ?? 'new';
  const navigate = useNavigate();
  const [state, setState] = useState(() => begin(product));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  const { draft, key } = state;

  const found = (each: Draft) =>
    product ? check(ProductForm, formOf(each)) : check(NewProduct, newFormOf(each));

  function change(edit: (draft: Draft) => Partial<Draft>) {
    const before = Object.keys(errors).length > 0 ? found(draft).errors : {};
    const after = Object.keys(errors).length > 0 ? found({ ...draft, ...edit(draft) }).errors : {};
    setErrors((shown) => withoutMended(shown, before, after));
    setState((now) => {
      const next = { ...now, draft: { ...now.draft, ...edit(now.draft) } };
      if (differing(next.base, next.draft).length > 0) keepDraft(id, next);
      else forgetDraft(id);
      return next;
    });
  }

  function discard() {
    forgetDraft(id);
    setErrors({});
    setFailure('');
    setState(begin(product));
  }

  /** @returns whether it was saved; otherwise `errors` or `failure` say why not. */
  async function save(): Promise<Errors | null> {
    setFailure('');
    const checked = found(draft);
    setErrors(checked.errors);
    if (!checked.form) return checked.errors;
    setSaving(true);
    try {
      const saved = product
        ? await sendChange(ProductForm.parse(checked.form))
        : await callAdmin('POST /admin/products', {
            body: NewProduct.parse(checked.form),
            idempotencyKey: key,
          });
      if (!saved) return null;
      forgetDraft(id);
      productChanged(saved);
      // The first answer was lost and the form changed since: the product is as it was first sent, and its form
      // begins with what was typed.
      if (!product && !sameForm(draftOf(saved), draft)) {
        keepDraft(saved.id, { base: draftOf(saved), version: saved.version, draft, key });
      } else tellSaved(saved);
      setState(begin(saved));
      if (!product) navigate(`/admin/products/${saved.id}`, { replace: true });
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

  /** Null: somebody else has saved meanwhile, and their changes are in the form now. */
  async function sendChange(form: ProductForm): Promise<AdminProduct | null> {
    const send = (version: number) =>
      callAdmin('PATCH /admin/products/{id}', { params: { id }, body: { ...form, version } });
    try {
      return await send(state.version);
    } catch (error) {
      if (!hasErrorCode(error, 'product_changed')) throw error;
      const present = await reloadProduct(id);
      const theirDraft = draftOf(present);
      if (!differsInForm(state.base, theirDraft)) return await send(present.version);
      const { merged, theirs, both } = merge(state.base, draft, theirDraft);
      const next = { base: theirDraft, version: present.version, draft: merged, key };
      keepDraft(id, next);
      setState((now) => ({ ...now, ...next, meanwhile: { theirs, both } }));
      return null;
    }
  }

  return { ...state, errors, failure, saving, change, discard, save };
}

function tellSaved({ id, name, shown }: AdminProduct): void {
  tellDone({
    text: shown ? `${name} is saved` : `${name} is saved, and hidden`,
    link: shown
      ? { to: `/product/${id}`, label: 'See it in the shop' }
      : { to: `/admin/products/${id}/preview`, label: 'Preview' },
  });
}

function begin(product: AdminProduct | null): State {
  const base = draftOf(product);
  const version = product?.version ?? 0;
  const kept = keptDraft(product?.id ?? 'new');
  const key = kept?.key ?? randomId();
  const fresh = { base, version, draft: base, key, restored: false, meanwhile: null };
  if (!kept || differing(kept.base, kept.draft).length === 0) return fresh;
  if (kept.version === version) return { ...fresh, draft: kept.draft, restored: true };
  const { merged, theirs, both } = merge(kept.base, kept.draft, base);
  return { ...fresh, draft: merged, restored: true, meanwhile: { theirs, both } };
}

/** Whether two drafts would be sent alike; both are complete. */
function sameForm(a: Draft, b: Draft): boolean {
  const sent = (draft: Draft) => JSON.stringify(ProductForm.parse(formOf(draft)));
  return sent(a) === sent(b);
}
