import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useFormDraft } from '#app/admin/draft.ts';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Field } from '#app/ui/field.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { DAY_MS, dayInIndia, formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { priceErrors } from './price-form.tsx';

type ScheduleFormProps = { product: AdminProduct; onDone: () => void };

const Typed = z.object({ price: z.string(), mrp: z.string(), from: z.string(), until: z.string() });

/** Schedules a price, for a time or for good. The draft is kept until it is saved or discarded. */
export function ScheduleForm({ product, onDone }: ScheduleFormProps) {
  const [midnight] = useState(() => nextMidnight(serverNow()));
  const empty = { price: '', mrp: typedRupees(product.mrp), from: midnight, until: '' };
  const draft = useFormDraft(`price-schedule:${product.id}`, Typed, empty);
  const { field } = draft;
  const { price, mrp, from, until } = draft.form;
  const untilField = useRef<HTMLInputElement>(null);
  const { write, busy, failure, fields, refuse } = useWrite({
    // The list above the form then shows the conflicting price, perhaps scheduled by somebody else.
    onFailure: (error) =>
      hasErrorCode(error, 'invalid_input') && void reloadProduct(product.id).catch(() => {}),
  });

  function close() {
    draft.forget();
    onDone();
  }

  function save() {
    const prices = { price: readRupees(price), mrp: readRupees(mrp) };
    const starts_at = instantOf(from);
    const ends_at = until === '' ? null : instantOf(until);
    // Browsers report a date without a time as empty; then the price would never end.
    const halfTyped = untilField.current?.validity.badInput ?? false;
    const invalid = {
      ...priceErrors(prices),
      ...(!starts_at && { starts_at: 'Enter a day and a time' }),
      ...(halfTyped && { ends_at: 'Enter a day and a time' }),
    };
    if (!starts_at || Object.keys(invalid).length > 0) return refuse('', invalid);
    return write(async () => {
      productChanged(
        await callAdmin('POST /admin/products/{id}/price-changes', {
          params: { id: product.id },
          body: { ...prices, starts_at, ends_at },
        }),
      );
      showSnackbar({
        text: `${product.name}: ${formatRupees(prices.price)} from ${formatDateTime(starts_at)}`,
      });
      close();
    });
  }

  return (
    <AdminForm
      className="grid gap-3 rounded-md bg-surface-muted p-4"
      draft={draft}
      onSubmit={save}
      busy={busy}
      failure={Object.keys(fields).length > 0 ? '' : failure}
      submit="Schedule"
      cancel={{ label: 'Cancel', onClick: close }}
    >
      <div className="grid grid-cols-2 items-start gap-3">
        {/* A button has just opened the form. */}
        <Field
          {...field('price', fields)}
          label="New price"
          hint="In rupees"
          {...RUPEES}
          autoFocus
        />
        <Field
          {...field('mrp', fields)}
          label="New MRP"
          hint="As printed on the packs then"
          {...RUPEES}
        />
      </div>
      <Field {...field('from')} label="From (India’s time)" {...TIME} error={fields.starts_at} />
      <Field
        {...field('until')}
        {...TIME}
        ref={untilField}
        label="Until (India’s time)"
        hint="Then today’s price comes back. Empty: the new price stays"
        error={fields.ends_at}
      />
    </AdminForm>
  );
}

const RUPEES = { inputMode: 'decimal' } as const;
const TIME = { type: 'datetime-local' };

/** Parses the value of a datetime-local field, '2026-11-22T00:00', as Indian time. Null if it is no time. */
export function instantOf(typed: string): string | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(typed)) return null;
  const ms = Date.parse(`${typed.slice(0, 16)}:00+05:30`);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The next midnight in India, as the value of a datetime-local field. */
export function nextMidnight(now: number): string {
  return `${dayInIndia(now + DAY_MS)}T00:00`;
}
