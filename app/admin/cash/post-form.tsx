import { useEffect, useRef, useState } from 'react';
import { FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/call-admin.ts';
import { isAnswerLost } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { MATCH_RESULTS } from '#contract/admin/cash.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';
import { cashChanged, undoRemittance } from './cash-queries.ts';
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
export function PostForm(props: PostFormProps) {
  const { courier, file, name, preview, onReread, onColumns, onDone } = props;
  const [reference, setReference] = useState(preview.reference ?? '');
  const { write, busy, failure, fields, refuse } = useWrite({
    onFailure: (error) => {
      if (hasErrorCode(error, 'changed_meanwhile') || isAnswerLost(error)) cashChanged();
    },
  });
  const columns = useWrite();
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

  function post() {
    if (reference.trim() === '')
      return refuse('', { reference: 'Enter the reference of the transfer' });
    return write(async () => {
      // The posting that the server has stored, perhaps by an earlier request whose response was lost.
      const posted = await callAdmin('POST /admin/cash/remittances', {
        body: { courier, file, reference, seen: preview.seen },
      });
      cashChanged();
      showSnackbar({
        text: `${formatRupees(posted.amount)} from ${name} posted`,
        undo: () => undoRemittance(posted.id),
      });
      onDone(true);
    });
  }

  return (
    <PlainForm onSubmit={post} className="panel grid gap-4">
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
        <FormFields saving={busy}>
          <Field
            label="Reference of the transfer (UTR)"
            maxLength={100}
            autoComplete="off"
            value={reference}
            error={fields.reference}
            onChange={(event) => setReference(event.target.value)}
          />
        </FormFields>
      )}
      {(failure || columns.failure) && <InlineAlert>{failure || columns.failure}</InlineAlert>}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button type="submit" busy={busy && 'Posting...'}>
            {`Post ${count} ${count === 1 ? 'order' : 'orders'}, ${formatPaise(amount)}`}
          </Button>
        )}
        <Button tone="quiet" onClick={() => onDone(false)}>
          Back
        </Button>
        <Button tone="quiet" onClick={() => void columns.write(onColumns)}>
          Other columns
        </Button>
      </div>
    </PlainForm>
  );
}
