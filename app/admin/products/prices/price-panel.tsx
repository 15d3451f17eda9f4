import { useState } from 'react';
import { FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { priceErrors, savePrice } from '#app/admin/products/list/save-price.ts';
import { reloadProduct } from '#app/admin/products/product-queries.ts';
import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatRupees } from '#domain/money.ts';
import { PriceChanges } from './price-changes.tsx';
import { RunningNote } from './running-note.tsx';
import { ScheduleForm } from './schedule-form.tsx';

/** The current price, with a form to change it, and the scheduled ones. */
export function PricePanel({ product }: { product: AdminProduct }) {
  // An untouched field follows the product's price while the page is open.
  const [typed, setTyped] = useState<{ price?: string; mrp?: string }>({});
  const { running } = product;
  const { price = typedRupees(product.price), mrp = typedRupees(product.mrp) } = typed;
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: () => void reloadProduct(product.id).catch(() => {}),
  });
  const [keeping, setKeeping] = useState(false);
  const [scheduling, setScheduling] = useState(false);

  /** With `keeps`, the price of that running scheduled one is kept for good. */
  function save(keeps?: string) {
    const next = { price: readRupees(price), mrp: readRupees(mrp), ...(keeps && { keeps }) };
    const invalid = priceErrors(next);
    if (invalid.price || invalid.mrp) return refuse('', invalid);
    setKeeping(keeps !== undefined);
    return write(async () => {
      await savePrice(product, next);
      setTyped({});
    });
  }

  return (
    <section className="panel grid gap-4">
      <h2 className="text-lg">Price</h2>
      <PlainForm onSubmit={() => save()} className="grid grid-cols-2 items-start gap-3">
        <FormFields saving={busy}>
          <Field
            label="Price in rupees"
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={fields.price ?? (fields.mrp ? undefined : failure)}
            onChange={({ target }) => setTyped({ ...typed, price: target.value })}
          />
          <Field
            label="MRP in rupees"
            inputMode="decimal"
            autoComplete="off"
            hint="As printed on the packs"
            value={mrp}
            error={fields.mrp}
            onChange={({ target }) => setTyped({ ...typed, mrp: target.value })}
          />
        </FormFields>
        <RunningNote product={product} typed={price} className="col-span-2" />
        {running && readRupees(price) === product.price && (
          <Button
            tone="quiet"
            className="col-span-2 -ml-3 min-h-11 w-fit px-3!"
            busy={busy && keeping && 'Saving...'}
            onClick={() => void save(running.id)}
          >
            Keep {formatRupees(product.price)} for good
          </Button>
        )}
        <Button
          type="submit"
          tone="secondary"
          className="col-span-2 min-h-11"
          busy={busy && !keeping && 'Saving...'}
        >
          Change the price now
        </Button>
      </PlainForm>
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
