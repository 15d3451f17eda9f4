import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { COMPACT } from '#app/admin/compact.ts';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { tellDone } from '#app/admin/undo/undo-store.ts';
import { ApiError, messageOf } from '#app/shell/api/api-error.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useNavigate } from '#app/ui/link.js';
import { showToast } from '#app/ui/toast.tsx';
import type { BulkAction, BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import { VERB_NAMES, type Verb } from '#domain/fulfilment.ts';
import { BulkOutcomes } from './bulk-outcomes.tsx';
import { undoOfSeveral } from './bulk-undo.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { reloadOrders } from './order-queries.ts';
import { DONE } from './use-order-action.ts';

/** The verbs that several orders can have at a press. */
const BULK_VERBS = ['confirm', 'pack', 'unpack', 'deliver', 'return_to_origin'] as const;

type BulkBarProps = { orders: readonly OrderRow[]; onDone: () => void };

/** What can be done with all the selected orders. Offers only what every one of them allows. */
export function BulkBar({ orders, onDone }: BulkBarProps) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Verb | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const [outcomes, setOutcomes] = useState<BulkOutcome[] | null>(null);
  const ids = orders.map(({ id }) => id).join(',');
  const can = (verb: Verb) => orders.every(({ verbs }) => verbs.includes(verb));
  const items = orders.map(({ id, version }) => ({ id, version }));

  async function act(action: BulkAction) {
    setBusy(action.verb);
    try {
      const answer = await callAdmin('POST /admin/orders/actions', { body: action });
      void reloadOrders();
      if (answer.outcomes.some(({ refused }) => refused !== null))
        return setOutcomes(answer.outcomes);
      const undo = undoOfSeveral(action.verb, orders, answer.outcomes);
      tellDone({
        text: `${countOf(answer.outcomes.length)} ${DONE[action.verb]}`,
        ...(undo && { undo }),
      });
      onDone();
    } catch (error) {
      // Without an answer some of them may be done: the list tells which.
      const refused = error instanceof ApiError && error.status < 500;
      if (!refused) void reloadOrders();
      showToast({
        title: refused ? 'Nothing was done' : 'The answer was lost: see the list for what was done',
        description: messageOf(error),
        tone: 'destructive',
      });
    } finally {
      setBusy(null);
      setCancelling(false);
    }
  }

  const withKey = (verb: 'confirm' | 'pack') => () => {
    if (can(verb) && busy === null) void act({ verb, items });
  };
  useShortcuts({
    c: withKey('confirm'),
    p: withKey('pack'),
    i: () => navigate(`/admin/print?orders=${ids}`),
    s: () => can('hand_over') && navigate(`/admin/hand-over?orders=${ids}`),
  });

  return (
    <>
      <div className="fixed inset-x-3 bottom-20 z-30 flex justify-center lg:bottom-5">
        <section
          aria-label="Selected orders"
          className="flex max-w-full flex-wrap items-center gap-1 rounded-lg border border-line bg-paper p-2 shadow-float"
        >
          <p className="px-3 font-semibold text-ink tabular-nums">{orders.length} selected</p>
          <LinkButton to={`/admin/print?orders=${ids}`} tone="quiet" className={COMPACT}>
            Print
          </LinkButton>
          {can('pack') && (
            <LinkButton to={`/admin/pack?orders=${ids}`} tone="quiet" className={COMPACT}>
              Pack by scan
            </LinkButton>
          )}
          {BULK_VERBS.filter(can).map((verb) => (
            <Button
              key={verb}
              tone="quiet"
              className={COMPACT}
              busy={busy === verb && 'Working...'}
              disabled={busy !== null}
              onClick={() => void act({ verb, items })}
            >
              {VERB_NAMES[verb]}
            </Button>
          ))}
          {can('hand_over') && (
            <LinkButton to={`/admin/hand-over?orders=${ids}`} tone="quiet" className={COMPACT}>
              {VERB_NAMES.hand_over}
            </LinkButton>
          )}
          {can('cancel') && (
            <Button tone="quiet" className={COMPACT} onClick={() => setCancelling(true)}>
              {VERB_NAMES.cancel}
            </Button>
          )}
        </section>
      </div>
      <CancelDialog
        open={cancelling}
        title={`Cancel ${countOf(orders.length)}`}
        effects="All pieces go back into stock, what was paid online is given back, and the shoppers get a mail."
        busy={busy === 'cancel'}
        onClose={() => setCancelling(false)}
        onCancel={(reason) => void act({ verb: 'cancel', reason, items })}
      />
      <BulkOutcomes
        outcomes={outcomes}
        onClose={() => {
          setOutcomes(null);
          onDone();
        }}
      />
    </>
  );
}

const countOf = (orders: number) => `${orders} ${orders === 1 ? 'order' : 'orders'}`;
