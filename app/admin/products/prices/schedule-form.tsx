import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useFormDraft } from '#app/admin/draft/use-form-draft.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import type { Errors } from '#app/admin/products/form/form-errors.ts';
import { productChanged, reloadProduct } from '#app/admin/products/product-queries.ts';
import { readOptionalRupees, readRupees } from '#app/admin/read-rupees.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { DAY_MS, dayInIndia, formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { priceErrors } from './price-errors.ts';

type ScheduleFormProps = { product: AdminProduct; onDone: () => void };

const Typed = z.object({ price: z.string(), mrp: z.string(), from: z.string(), until: z.string() });

/** Schedules a price, for a time or for good. The draft is kept until it is saved or discarded. */
export function ScheduleForm({ product, onDone }: ScheduleFormProps) {
  const [empty] = useState(() => ({
    price: '',
    mrp: '',
    from: nextMidnight(Date.now()),
    until: '',
  }));
  const { form, restored, change, forget } = useFormDraft(
    `price-schedule:${product.id}`,
    Typed,
    empty,
  );
  const { price, mrp, from, until } = form;
  const untilField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);

  function close() {
    forget();
    onDone();
  }

  async function save(event: FormEvent) {
    event.preventDefault();
    setFailure('');
    const prices = { price: readRupees(price), mrp: readOptionalRupees(mrp) };
    const starts_at = instantOf(from);
    const ends_at = until === '' ? null : instantOf(until);
    // Browsers report a date without a time as empty; then the price would never end.
    const halfTyped = untilField.current?.validity.badInput ?? false;
    const invalid = {
      // Without one of its own: the MRP of that time, which other scheduled prices may change. The server knows it.
      ...priceErrors({ price: prices.price, mrp: prices.mrp ?? Infinity }),
      ...(!starts_at && { starts_at: 'Enter a day and a time' }),
      ...(halfTyped && { ends_at: 'Enter a day and a time' }),
    };
    setErrors(invalid);
    if (!starts_at || Object.keys(invalid).length > 0) return;
    setSaving(true);
    try {
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
    } catch (error) {
      // Reloads the list above the form, which then shows the conflicting price, perhaps scheduled by somebody else.
      if (hasErrorCode(error, 'invalid_input')) void reloadProduct(product.id).catch(() => {});
      if (hasErrorCode(error, 'invalid_input') && error.fields) setErrors(error.fields);
      else setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        void save(event);
        focusInvalid(event.currentTarget);
      }}
      className="grid gap-3 rounded-md bg-surface-muted p-4"
    >
      <DraftNote restored={restored} onClear={forget} />
      <FormFields saving={saving}>
        <div className="grid grid-cols-2 items-start gap-3">
          <Field
            label="New price"
            // A button has just opened the form.
            autoFocus
            hint="In rupees"
            inputMode="decimal"
            autoComplete="off"
            value={price}
            error={errors.price}
            onChange={(event) => change({ price: event.target.value })}
          />
          <Field
            label="New MRP"
            inputMode="decimal"
            autoComplete="off"
            hint="Empty: as on the packs now"
            value={mrp}
            error={errors.mrp}
            onChange={(event) => change({ mrp: event.target.value })}
          />
        </div>
        <Field
          label="From (India’s time)"
          type="datetime-local"
          value={from}
          error={errors.starts_at}
          onChange={(event) => change({ from: event.target.value })}
        />
        <Field
          ref={untilField}
          label="Until (India’s time)"
          type="datetime-local"
          hint="Then today’s price comes back. Empty: the new price stays"
          value={until}
          error={errors.ends_at}
          onChange={(event) => change({ until: event.target.value })}
        />
      </FormFields>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" className="min-h-11" busy={saving && 'Saving...'}>
          Schedule
        </Button>
        <Button tone="quiet" className="min-h-11 px-3" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

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
