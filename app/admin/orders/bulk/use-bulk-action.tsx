import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { hasEmail } from '#app/admin/orders/actions/questions.ts';
import { doneText, whatChanged } from '#app/admin/orders/event-texts.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import type { WithRecentFactor } from '#app/admin/recent-factor.tsx';
import { type SnackbarMessage, showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { showFailure } from '#app/admin/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Link } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';
import type { BulkAction, BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_KINDS, UNDO_SECONDS, type Verb } from '#domain/order-verbs.ts';

type Options = {
  /** For verbs that may refund money. */
  withRecentFactor?: WithRecentFactor;
  /** What is printed next, for the message. */
  link?: (done: readonly BulkOutcome[]) => SnackbarMessage['link'];
  /** Reloads what else shows the orders, also after an undo. */
  onChanged?: () => unknown;
};

/**
 * Applies a verb to several orders. A message says how many were done, with an Undo; a dialog first names those that
 * were refused, with the reasons.
 */
export function useBulkAction({ withRecentFactor = (work) => work(), link, onChanged }: Options) {
  const [busy, setBusy] = useState<Verb | null>(null);
  const [told, setTold] = useState<{ outcomes: BulkOutcome[]; tellDone: () => void } | null>(null);

  /** @returns the outcome of each order, none if the request failed as a whole, which is told. */
  async function act(action: BulkAction, orders: readonly ActedOrder[]): Promise<BulkOutcome[]> {
    const sentAt = Date.now();
    setBusy(action.verb);
    const { outcomes, failure } = await withRecentFactor(() =>
      callAdmin('POST /admin/orders/actions', { body: action }),
    ).then(
      (answer) => ({ ...answer, failure: null }),
      (error: unknown) => ({ outcomes: [], failure: error }),
    );
    setBusy((now) => (now === action.verb ? null : now));
    const done = outcomes.filter(({ refused }) => refused === null);
    const tellDone = () => {
      if (done.length === 0) return;
      const undo = undoOfSeveral(action.verb, orders, outcomes, sentAt);
      showSnackbar({
        text: doneText(
          done.length === 1 ? '1 order' : `${done.length} orders`,
          action.verb,
          orders[0]?.undo ?? null,
        ),
        ...(undo && { undo: () => undo().finally(() => void onChanged?.()) }),
        ...(link && { link: link(done) }),
      });
    };
    if (done.length === outcomes.length) tellDone();
    else setTold({ outcomes, tellDone });
    if (failure)
      showFailure(
        failure,
        'Nothing was done',
        'No reply from the server. See the list for what was done.',
      );
    void reloadOrders();
    void onChanged?.();
    return outcomes;
  }

  const refusals = (
    <Refusals
      outcomes={told?.outcomes ?? null}
      onClose={() => {
        setTold(null);
        told?.tellDone();
      }}
    />
  );
  return { busy, act, refusals };
}

type RefusalsProps = { outcomes: readonly BulkOutcome[] | null; onClose: () => void };

/** Each refused order with its reason. */
function Refusals({ outcomes, onClose }: RefusalsProps) {
  const refused = outcomes?.filter((each) => each.refused !== null) ?? [];
  return (
    <Dialog
      title={`${(outcomes?.length ?? 0) - refused.length} done, ${refused.length} not`}
      open={outcomes !== null}
      onClose={onClose}
    >
      <ul className="grid gap-2">
        {refused.map((each) => (
          <li key={each.id} className="rounded-md bg-surface-muted px-4 py-2">
            <Link to={`/admin/orders/${each.id}`} className="panel-link">
              {each.order_number ?? 'Unknown order'}
            </Link>
            <p>
              {each.refused?.message}
              {each.fulfilment && ` ${whatChanged({ ...each, fulfilment: each.fulfilment })}`}
            </p>
          </li>
        ))}
      </ul>
      <div className="dialog-actions mt-6">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

/** An order of a bulk action. */
export type ActedOrder = Pick<OrderRow, 'id' | 'payment_method'> & Partial<Pick<OrderRow, 'undo'>>;

/**
 * Undoes a bulk action; undefined if that is not possible. Once its emails are about to be sent, steps are undone on the
 * page of each order, after a confirmation, and a cancellation can no longer be undone.
 *
 * @param outcomes of the action; refused orders are left alone.
 * @param sentAt when the request was sent, in milliseconds since 1970.
 */
export function undoOfSeveral(
  verb: Verb,
  orders: readonly ActedOrder[],
  outcomes: readonly Pick<BulkOutcome, 'id' | 'version' | 'refused'>[],
  sentAt: number,
  now = Date.now(),
): (() => Promise<void>) | undefined {
  const step = keysOf(UNDO_KINDS).find((each) => each === verb);
  const items = outcomes.flatMap(({ id, version, refused }) =>
    refused !== null || version === null ? [] : [{ id, version }],
  );
  if (step === undefined || items.length === 0) return undefined;
  const cancelled = (id: string) => step === 'cancel' && items.some((each) => each.id === id);
  // Those were refunded.
  if (orders.some(({ id, payment_method }) => payment_method !== 'cod' && cancelled(id)))
    return undefined;
  const hasLimit = step === 'cancel' || hasEmail(step);
  if (hasLimit && now >= sentAt + UNDO_SECONDS * 1000) return undefined;
  return async () => {
    const answer = await callAdmin('POST /admin/orders/actions', { body: { verb: 'undo', items } });
    void reloadOrders();
    const left = answer.outcomes.filter(({ refused }) => refused !== null);
    if (left.length === 0) return;
    showToast({
      title: `${left.length} of ${items.length} not undone`,
      description: left.map(({ order_number }) => order_number).join(', '),
      tone: 'destructive',
    });
  };
}
