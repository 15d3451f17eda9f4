import { useState } from 'react';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import type { Errors } from '#app/admin/products/form/form-errors.ts';
import { savePrice } from '#app/admin/products/list/save-price.ts';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatRupees } from '#domain/money.ts';
import { PriceChanges } from './price-changes.tsx';
import { priceErrors } from './price-errors.ts';
import { RunningNote } from './running-note.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** The current price, with a form to change it, and the scheduled ones. */
export function PricePanel({ product }: { product: AdminProduct }) {
  // An untouched field follows the product's price while the page is open.
  const [typed, setTyped] = useState<{ price?: string; mrp?: string }>({});
  const { running } = product;
  const { price = typedRupees(product.price), mrp = typedRupees(product.mrp) } = typed;
  const [errors, setErrors] = useState<Errors>({});
  const [saving, setSaving] = useState<'typed' | 'kept' | null>(null);
  const [scheduling, setScheduling] = useState(false);

  /** With `keeps`, the price of that running scheduled one is kept for good. */
  async function save(keeps?: string) {
    const next = {
      price: readRupees(price),
      mrp: readRupees(mrp),
      ...(keeps !== undefined && { keeps }),
    };
    const invalid = priceErrors(next);
    setErrors(invalid);
    if (Object.keys(invalid).length > 0) return;
    setSaving(keeps === undefined ? 'typed' : 'kept');
    try {
      await savePrice(product, next);
      setTyped({});
    } catch (error) {
      const named = hasErrorCode(error, 'invalid_input') ? error.fields : undefined;
      setErrors(named ?? { price: messageOf(error) });
      void reloadProduct(product.id).catch(() => {});
    } finally {
      setSaving(null);
    }
  }

  return (
    <section className="panel grid gap-4">
      <h2 className="text-lg">Price</h2>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
          focusInvalid(event.currentTarget);
        }}
        className="grid grid-cols-2 items-start gap-3"
      >
        <FormFields saving={saving !== null}>
          <Field
            label="Price in rupees"
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={errors.price}
            onChange={({ target }) => setTyped({ ...typed, price: target.value })}
          />
          <Field
            label="MRP in rupees"
            inputMode="decimal"
            autoComplete="off"
            hint="As printed on the packs"
            value={mrp}
            error={errors.mrp}
            onChange={({ target }) => setTyped({ ...typed, mrp: target.value })}
          />
        </FormFields>
        <RunningNote product={product} typed={price} className="col-span-2" />
        {running && readRupees(price) === product.price && (
          <Button
            tone="quiet"
            className="col-span-2 -ml-3 min-h-11 w-fit px-3!"
            busy={saving === 'kept' && 'Saving...'}
            onClick={() => void save(running.id)}
          >
            Keep {formatRupees(product.price)} for good
          </Button>
        )}
        <Button
          type="submit"
          tone="secondary"
          className="col-span-2 min-h-11"
          busy={saving === 'typed' && 'Saving...'}
        >
          Change the price now
        </Button>
      </form>
      <PriceChanges product={product} />
      {scheduling ? (
        <ScheduleForm product={product} onDone={() => setScheduling(false)} />
      ) : (
        <Button
          tone="quiet"
          className="-ml-3 min-h-11 w-fit px-3!"
          onClick={() => setScheduling(true)}
        >
          Schedule a price
        </Button>
      )}
    </section>
  );
}
