import { useState } from 'react';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { CompactButton } from '#app/admin/buttons.tsx';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Field } from '#app/ui/field.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import type { RunningPrice } from '#contract/admin/product-prices.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { ABOVE_MRP, isAboveMrp, type Priced } from '#domain/mrp.ts';

type PriceFormProps = {
  product: PricedProduct;
  /** For a form in a dialog, which closes then. */
  onDone?: () => void;
};

/** Changes the price and the MRP at once. */
export function PriceForm({ product, onDone }: PriceFormProps) {
  // An untouched field follows the product's price while the page is open.
  const [typed, setTyped] = useState<{ price?: string; mrp?: string }>({});
  const { running } = product;
  const { price = typedRupees(product.price), mrp = typedRupees(product.mrp) } = typed;
  const isMounted = useIsMounted();
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: () => void reloadProduct(product.id).catch(() => {}),
  });

  /** With `keeps`, the price of that running scheduled one is kept for good. */
  function save(keeps?: string) {
    const next = { price: readRupees(price), mrp: readRupees(mrp), ...(keeps && { keeps }) };
    const invalid = priceErrors(next);
    if (invalid.price || invalid.mrp) return refuse('', invalid);
    return write(async () => {
      await savePrice(product, next);
      setTyped({});
      if (isMounted()) onDone?.(); // or the dialog may have been opened again
    });
  }

  const field = (name: 'price' | 'mrp', value: string) => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    value,
    error: fields[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: target.value }),
  });

  return (
    <AdminForm
      className="grid gap-4"
      inDialog={onDone !== undefined}
      onSubmit={() => save()}
      busy={busy}
      failure={fields.price || fields.mrp ? '' : failure}
      submit="Change the price now"
      tone={onDone ? 'primary' : 'secondary'}
      more={
        running &&
        readRupees(price) === product.price && (
          <CompactButton disabled={busy} onClick={() => void save(running.id)}>
            Keep {formatRupees(product.price)} for good
          </CompactButton>
        )
      }
    >
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          {...field('price', price)}
          label="Price in rupees"
          onFocus={({ target }) => target.select()}
        />
        <Field {...field('mrp', mrp)} label="MRP in rupees" hint="As printed on the packs" />
      </div>
      <p aria-live="polite" className="text-sm empty:hidden">
        {running && readRupees(price) > 0 && noteOn(running, readRupees(price) !== product.price)}
      </p>
    </AdminForm>
  );
}

/**
 * What the typed price does to a running scheduled price: the same price leaves it running, and the former price returns
 * at its end; another price ends it, and the former price does not return.
 */
function noteOn({ ends_at, former_price }: RunningPrice, ends: boolean): string {
  const [end, former] = [formatDateTime(ends_at), formatRupees(former_price)];
  return ends
    ? `Ends the price until ${end}: ${former} does not come back then.`
    : `${former} comes back on ${end}.`;
}

type PricedProduct = Pick<ListedProduct, 'id' | 'name' | 'price' | 'mrp' | 'version' | 'running'>;
type NewPrice = { price: number; mrp: number; keeps?: string };

/**
 * Changes a price at once and offers to undo it; undoing also resumes the scheduled price that the change has ended.
 * `keeps`: the id of the running scheduled price that becomes permanent. Throws as `callAdmin`.
 */
async function savePrice(product: PricedProduct, next: NewPrice): Promise<void> {
  const { id, name, price, mrp, version, running } = product;
  const endsScheduled = next.price !== price || next.keeps !== undefined;
  const endedPrice = endsScheduled ? running : null;
  const set = async (body: NewPrice & { version: number; resumes?: string }) => {
    const changed = await callAdmin('PATCH /admin/products/{id}/price', { params: { id }, body });
    productChanged(changed);
    return changed;
  };
  const changed = await set({ version, ...next });
  const until = !endsScheduled && running ? ` until ${formatDateTime(running.ends_at)}` : '';
  showSnackbar({
    text: `${name}: ${formatRupees(next.price)}${endedPrice ? ', and the scheduled price has ended' : until}`,
    undo: async () => {
      await set({
        version: changed.version,
        price,
        mrp,
        ...(endedPrice && { resumes: endedPrice.id }),
      });
    },
  });
}

/** Why these prices cannot be saved, by field; empty if they can. Rupees; NaN for what is not a number. */
export function priceErrors(priced: Priced): { price?: string; mrp?: string } {
  return {
    ...(!(priced.price > 0) && { price: 'Enter a price in rupees, for example 499' }),
    ...(!(priced.mrp > 0) && { mrp: 'Enter the MRP that is printed on the packs' }),
    ...(isAboveMrp(priced) && { mrp: ABOVE_MRP }),
  };
}
