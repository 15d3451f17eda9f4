import { useRef } from 'react';
import * as z from 'zod/mini';
import { PlainForm } from '#app/admin/admin-form.tsx';
import { DraftNote } from '#app/admin/draft/draft-note.tsx';
import { useDraft } from '#app/admin/draft/use-draft.ts';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { TrackingNumber } from '#contract/admin/order-actions.ts';
import { useCouriers } from './use-couriers.ts';

type HandOverFormProps = {
  orderId: string;
  /** Whether this is the next step: then the field has the focus at first. */
  isNext: boolean;
  busy: boolean;
  /** Resolves to whether it was done; otherwise the number is kept. */
  onHandOver: (parcel: { courier: string; tracking_number?: string }) => Promise<boolean>;
};

/**
 * Hands one parcel over. The last courier is preselected; the tracking number is scanned or typed, and Enter submits. A
 * courier without numbers asks for none.
 */
export function HandOverForm({ orderId, isNext, busy, onHandOver }: HandOverFormProps) {
  const couriers = useCouriers();
  const { courier, numbered, error, retrying, retry } = couriers;
  const { write, busy: waiting, fields, refuse } = useWrite();
  const [typed, setTyped, restored] = useDraft(`tracking:${orderId}`);
  const select = useRef<HTMLSelectElement>(null);
  const number = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useShortcuts({ s: () => (number.current ?? button.current)?.focus() });

  function submit() {
    if (busy) return;
    const read = numbered ? z.safeParse(TrackingNumber, typed) : null;
    if (read?.success === false) return refuse('', { number: read.error.issues[0]?.message });
    return write(async () => {
      // Null if the couriers cannot be loaded: then the error replaces the form.
      const chosen = await couriers.whenLoaded().catch(() => null);
      if (chosen === undefined) {
        refuse('', { courier: couriers.missing });
        select.current?.focus();
      } else if (
        chosen &&
        (await onHandOver({ courier: chosen, ...(read && { tracking_number: read.data }) }))
      )
        setTyped('');
    });
  }

  if (error) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="font-medium text-danger">{messageOf(error)}</p>
        <Button tone="secondary" busy={retrying && 'Trying again...'} onClick={() => void retry()}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <PlainForm
      onSubmit={submit}
      className="grid gap-3 sm:grid-cols-[10rem_minmax(0,1fr)_auto] sm:items-end"
    >
      <DraftNote restored={restored} onClear={() => setTyped('')} className="sm:col-span-3" />
      <SelectField
        ref={select}
        label="Courier"
        value={courier ?? ''}
        error={courier ? '' : fields.courier}
        onChange={(event) => couriers.choose(event.target.value)}
        options={couriers.options}
      />
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
        busy={(busy || waiting) && 'Handing over...'}
      >
        Hand over
      </Button>
    </PlainForm>
  );
}
