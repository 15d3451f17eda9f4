import { type FormEvent, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { showDone } from '#app/admin/undo/undo-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { AdminProduct } from '#contract/admin/products.ts';
import { formatMoment } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import type { Errors } from './form-errors.ts';
import { instantOf, nextMidnight } from './india-time.ts';
import { productChanged, reloadProduct } from './product-queries.ts';
import { priceFault, readOptionalRupees, readRupees } from './read-rupees.ts';

type ScheduleFormProps = { product: AdminProduct; onDone: () => void };

const Draft = z.object({ price: z.string(), mrp: z.string(), from: z.string(), until: z.string() });

/** What is typed, kept in this tab until it is saved or given up. */
function useScheduleDraft(id: string) {
  const [json, setJson] = useDraft(`price-schedule:${id}`);
  const [empty] = useState(() => ({
    price: '',
    mrp: '',
    from: nextMidnight(Date.now()),
    until: '',
  }));
  const draft = (json ? z.safeParse(Draft, JSON.parse(json)).data : undefined) ?? empty;
  return {
    ...draft,
    type: (part: Partial<typeof draft>) => setJson(JSON.stringify({ ...draft, ...part })),
    forget: () => setJson(''),
  };
}

/** Schedules a price, for a time or for good. */
export function ScheduleForm({ product, onDone }: ScheduleFormProps) {
  const { price, mrp, from, until, type, forget } = useScheduleDraft(product.id);
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
    const form = { price: readRupees(price), mrp: readOptionalRupees(mrp) };
    const starts_at = instantOf(from);
    const ends_at = until === '' ? null : instantOf(until);
    // A date without its time reads as empty; the price would stay for good.
    const halfTyped = untilField.current?.validity.badInput ?? false;
    const fault = priceFault(form.price, form.mrp ?? product.mrp);
    setErrors({
      ...(fault && { price: fault }),
      ...(!starts_at && { starts_at: 'Enter a day and a time' }),
      ...(halfTyped && { ends_at: 'Enter a day and a time' }),
    });
    if (fault || !starts_at || halfTyped) return;
    setSaving(true);
    try {
      productChanged(
        await callAdmin('POST /admin/products/{id}/price-changes', {
          params: { id: product.id },
          body: { ...form, starts_at, ends_at },
        }),
      );
      showDone({
        text: `${product.name}: ${formatRupees(form.price)} from ${formatMoment(starts_at)}`,
      });
      close();
    } catch (error) {
      // What it collides with, perhaps somebody else's, is then above the form.
      if (hasErrorCode(error, 'invalid_input')) void reloadProduct(product.id).catch(() => {});
      if (hasErrorCode(error, 'invalid_input') && error.fields) setErrors(error.fields);
      else setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-3 rounded-md bg-mist p-4">
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          label="New price"
          hint="In rupees"
          inputMode="decimal"
          autoComplete="off"
          value={price}
          error={errors.price}
          onChange={(event) => type({ price: event.target.value })}
        />
        <Field
          label="New MRP"
          inputMode="decimal"
          autoComplete="off"
          hint="Empty: as it is"
          value={mrp}
          error={errors.mrp}
          onChange={(event) => type({ mrp: event.target.value })}
        />
      </div>
      <Field
        label="From (India’s time)"
        type="datetime-local"
        value={from}
        error={errors.starts_at}
        onChange={(event) => type({ from: event.target.value })}
      />
      <Field
        ref={untilField}
        label="Until (India’s time)"
        type="datetime-local"
        hint="Then today’s price comes back. Empty: the new price stays"
        value={until}
        error={errors.ends_at}
        onChange={(event) => type({ until: event.target.value })}
      />
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
