import { useState } from 'react';
import { FormFields, PlainForm } from '#app/admin/admin-form.tsx';
import { callAdmin } from '#app/admin/api.ts';
import { useBulkAction } from '#app/admin/orders/bulk/use-bulk-action.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { showFailure, useWrite } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { MATCH_RESULTS, type RemittancePreview } from '#contract/admin/cash.ts';
import { formatPaise, formatRupees, toPaise } from '#domain/money.ts';
import { cashChanged, undoRemittance } from './cash-queries.ts';
import type { List } from './list-form.tsx';
import { MatchGroup } from './match-group.tsx';

type PostFormProps = {
  list: List;
  preview: RemittancePreview;
  /** Matches the same list again, because its orders have changed. */
  onReread: () => Promise<void>;
  onBack: () => void;
  onPosted: () => void;
};

/** The lines of a list by their match result, and the button that posts the first two groups. */
export function PostForm(props: PostFormProps) {
  const { list, preview, onReread, onBack, onPosted } = props;
  const { courier, file, name } = list;
  const [reference, setReference] = useState(preview.reference ?? '');
  const { write, busy, failure, fields } = useWrite({ onFailure: cashChanged });
  const { matched, different } = preview.groups;
  const count = matched.count + different.count;
  const amount = toPaise(matched.amount) + toPaise(different.amount);

  const post = () =>
    write(async () => {
      // The posting that the server has stored, perhaps by an earlier request whose response was lost.
      const posted = await callAdmin('POST /admin/cash/remittances', {
        body: { courier, file, reference, seen: preview.seen },
      });
      cashChanged();
      showSnackbar({
        text: `${formatRupees(posted.amount)} from ${name} posted`,
        undo: () => undoRemittance(posted.id),
      });
      onPosted();
    });

  return (
    <PlainForm onSubmit={post} className="panel grid gap-4">
      <h2 ref={focusHeading} tabIndex={-1} className="text-lg">
        {`${name}’s list`}
      </h2>
      <div className="overflow-clip rounded-md border border-border">
        {MATCH_RESULTS.filter((result) => preview.groups[result].count > 0).map((result) => (
          <MatchGroup key={result} result={result} group={preview.groups[result]} />
        ))}
      </div>
      <DeliverOrders {...preview.on_the_way} onChanged={onReread} />
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
      {failure && !fields.reference && <InlineAlert>{failure}</InlineAlert>}
      <div className="flex flex-wrap gap-3">
        {count > 0 && (
          <Button type="submit" busy={busy && 'Posting...'}>
            {`Post ${count} ${count === 1 ? 'order' : 'orders'}, ${formatPaise(amount)}`}
          </Button>
        )}
        <Button tone="quiet" onClick={onBack}>
          Back
        </Button>
      </div>
    </PlainForm>
  );
}

type DeliverOrdersProps = RemittancePreview['on_the_way'] & {
  /** Called when orders were delivered, or their delivery was undone. */
  onChanged: () => Promise<void>;
};

/** Marks orders as delivered for which the courier has paid although the shop still has them as on the way. */
function DeliverOrders({ count, orders, onChanged }: DeliverOrdersProps) {
  const delivers = useRole('owner');
  const { busy, act, refusals } = useBulkAction({
    onChanged: () => {
      cashChanged();
      return onChanged().catch((error) => showFailure(error, 'The list was not read again'));
    },
  });
  const deliver = () =>
    // A courier's list only pays for cash orders.
    act(
      { verb: 'deliver', items: orders },
      orders.map(({ id }) => ({ id, payment_method: 'cod' })),
    );
  return (
    <>
      {count > 0 && (
        <div className="grid gap-2">
          <p>
            {count === 1 ? '1 order is' : `${count} orders are`} paid for, but still on the way
            here.{' '}
            {delivers
              ? 'A minute after they are marked as delivered, the customers get an email.'
              : 'An owner can mark them as delivered.'}
          </p>
          {delivers && (
            <Button
              tone="secondary"
              className="justify-self-start"
              busy={busy !== null && 'Working...'}
              onClick={() => void deliver()}
            >
              {orders.length === 1
                ? 'Mark it as delivered'
                : `Mark these ${orders.length} as delivered`}
            </Button>
          )}
        </div>
      )}
      {refusals}
    </>
  );
}

/** The ref of the heading of a form that replaces the one with the focus. */
const focusHeading = (heading: HTMLElement | null) => heading?.focus();
