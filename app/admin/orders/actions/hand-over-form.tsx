import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { DraftNote, PlainForm } from '#app/admin/admin-form.tsx';
import { useDraft } from '#app/admin/draft.ts';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { couriersQuery } from '#app/admin/orders/order-queries.ts';
import { Loaded } from '#app/admin/screen.tsx';
import { useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import type { Courier } from '#contract/admin/couriers.ts';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import { useCourierChoice } from './use-couriers.ts';

type HandOverFormProps = {
  orderId: string;
  /** Whether this is the next step: then the field has the focus at first. */
  isNext: boolean;
  busy: boolean;
  /** Resolves to whether it was done; otherwise the number is kept. */
  onHandOver: (parcel: { courier: string; tracking_number?: string }) => Promise<boolean>;
};

/**
 * Hands one parcel over. The tracking number is scanned or typed, and Enter submits. A courier without numbers asks for
 * none.
 */
export function HandOverForm(props: HandOverFormProps) {
  const couriers = useQuery(couriersQuery);
  return (
    <Loaded query={couriers} blocks={['h-20']}>
      {(all) => <ParcelForm {...props} couriers={all} />}
    </Loaded>
  );
}

type ParcelFormProps = HandOverFormProps & { couriers: readonly Courier[] };

function ParcelForm({ orderId, isNext, busy, onHandOver, couriers }: ParcelFormProps) {
  const { courier, numbered, missing, field } = useCourierChoice(couriers);
  const { fields, refuse } = useWrite();
  const [typed, setTyped, restored] = useDraft(`tracking:${orderId}`);
  const number = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ s: () => (number.current ?? button.current)?.focus() });

  async function submit() {
    if (busy) return;
    const read = numbered ? z.safeParse(TrackingNumber, typed) : null;
    const invalid = {
      courier: courier ? undefined : missing,
      number: read?.error?.issues[0]?.message,
    };
    refuse('', invalid);
    if (!courier || invalid.number) return;
    if (await onHandOver({ courier, ...(read && { tracking_number: read.data }) })) setTyped('');
  }

  return (
    <PlainForm
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-end"
    >
      <DraftNote restored={restored} onClear={() => setTyped('')} className="sm:col-span-3" />
      <SelectField {...field} error={courier ? '' : fields.courier} />
      {numbered ? (
        <Field
          ref={number}
          label="Tracking number"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          // The user holds the parcel: the next input is its number.
          autoFocus={isNext}
          error={fields.number}
        />
      ) : (
        <p className="self-center text-sm text-muted">This courier has no tracking numbers.</p>
      )}
      <Button
        ref={button}
        type="submit"
        tone={isNext ? 'primary' : 'secondary'}
        busy={busy && 'Handing over...'}
      >
        Hand over
      </Button>
    </PlainForm>
  );
}
