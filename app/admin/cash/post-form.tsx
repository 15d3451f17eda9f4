import { useEffect, useRef, useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { isAnswerLost } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { MATCH_RESULTS } from '#contract/admin/cash.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';
import { cashChanged } from './cash-queries.ts';
import { DeliverOrders } from './deliver-orders.tsx';
import type { Matched } from './list-form.tsx';
import { MatchGroup } from './match-group.tsx';

type PostFormProps = Matched & {
  /** Matches the same list again, because its orders have changed. */
  onReread: () => Promise<void>;
  /** Asks for the columns to read: other ones than these may be meant. */
  onColumns: () => Promise<void>;
  onDone: (posted: boolean) => void;
};

/** The lines of a list by their match result, and the button that posts the first two groups. */
export function PostForm({
  courier,
  file,
  name,
  preview,
  onReread,
  onColumns,
  onDone,
}: PostFormProps) {
  const [reference, setReference] = useState(preview.reference ?? '');
  const [missing, setMissing] = useState('');
  const [failure, setFailure] = useState('');
  const [posting, setPosting] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { matched, different } = preview.groups;
  const count = matched.count + different.count;
  const amount = toPaise(matched.amount) + toPaise(different.amount);

  // The form that had the focus was removed.
  useEffect(() => heading.current?.focus(), []);

  async function reread() {
    await onReread();
    // The button that had the focus is gone, or is about other orders.
    if (document.activeElement === document.body) heading.current?.focus();
  }

  async function post() {
    setFailure('');
    setMissing(reference.trim() === '' ? 'Enter the reference of the transfer' : '');
    if (reference.trim() === '') return;
    setPosting(true);
    try {
      // The posting that the server has stored, perhaps by an earlier request whose response was lost.
      const posted = await callAdmin('POST /admin/cash/remittances', {
        body: { courier, file, reference, seen: preview.seen },
      });
      const params = { id: posted.id };
      cashChanged();
      showSnackbar({
        text: `${formatRupees(posted.amount)} from ${name} posted`,
        undo: async () => {
          await callAdmin('POST /admin/cash/remittances/{id}/undo', { params }).finally(
            cashChanged,
          );
        },
      });
      onDone(true);
    } catch (error) {
      if (hasErrorCode(error, 'changed_meanwhile') || isAnswerLost(error)) cashChanged();
      setFailure(messageOf(error));
    } finally {
      setPosting(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void post();
        focusInvalid(event.currentTarget);
      }}
      className="panel grid gap-4"
    >
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        {`${name}’s list`}
      </h2>
      <div className="overflow-clip rounded-md border border-border">
        {MATCH_RESULTS.filter((result) => preview.groups[result].count > 0).map((result) => (
          <MatchGroup key={result} result={result} group={preview.groups[result]} />
        ))}
      </div>
      <DeliverOrders {...preview.on_the_way} onChanged={reread} />
      {count === 0 ? (
        <p>There is nothing to post in this list.</p>
      ) : (
        <FormFields saving={posting}>
          <Field
            label="Reference of the transfer (UTR)"
            maxLength={100}
            autoComplete="off"
            value={reference}
            error={missing}
            onChange={(event) => setReference(event.target.value)}
          />
        </FormFields>
      )}
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button type="submit" busy={posting && 'Posting...'}>
            {`Post ${count} ${count === 1 ? 'order' : 'orders'}, ${formatPaise(amount)}`}
          </Button>
        )}
        <Button tone="quiet" onClick={() => onDone(false)}>
          Back
        </Button>
        <Button
          tone="quiet"
          onClick={() => void onColumns().catch((error: unknown) => setFailure(messageOf(error)))}
        >
          Other columns
        </Button>
      </div>
    </form>
  );
}
