import { useState } from 'react';
import { CompactButton, CompactLink } from '#app/admin/compact-button.tsx';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { CancelForm } from '#app/admin/orders/actions/cancel-form.tsx';
import { DONE_TEXTS } from '#app/admin/orders/actions/use-order-action.ts';
import { reloadOrders } from '#app/admin/orders/order-queries.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import { useSnackbarOffset } from '#app/admin/snackbar/snackbar.tsx';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { PageAddress } from '#app/ui/page-path.ts';
import type { BulkOutcome } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { BulkButtons, type Confirmed } from './bulk-buttons.tsx';
import { BulkOutcomes } from './bulk-outcomes.tsx';
import { type BulkUndo, undoOfSeveral } from './bulk-undo.ts';
import { type SharedAction, sendBulkAction } from './send-bulk-action.ts';

type BulkResult = { outcomes: BulkOutcome[]; undo: BulkUndo | undefined };

type BulkBarProps = {
  /** The selected orders, also those on other pages of the list. */
  orders: readonly OrderRow[];
  /** How many of them are on other pages. */
  elsewhere: number;
  /** The list with all selected orders. */
  together: PageAddress;
  /** While the selected orders of other pages are loaded, or could not be: how many are selected, and how to retry. */
  pending: { count: number; failed: boolean; retry: () => void } | null;
  onClear: () => void;
  /** Called with the numbers of the orders that an action was taken on. */
  onDone: (numbers: readonly string[]) => void;
};

/**
 * The actions for the selected orders; offers only those that every one of them allows. Also mounted while none is
 * selected: the dialog with the last results stays open after those orders have left the list.
 */
export function BulkBar({
  orders: selected,
  elsewhere,
  together,
  pending,
  onClear,
  onDone,
}: BulkBarProps) {
  // No action is offered for a part of the selection.
  const orders = pending ? NONE : selected;
  const navigate = useNavigate();
  const [busy, setBusy] = useState<Verb | null>(null);
  const [asking, setAsking] = useState<Confirmed | null>(null);
  const [result, setResult] = useState<BulkResult | null>(null);
  const { withRecentFactor, step } = useRecentFactor(asking);
  const box = useSnackbarOffset();
  const ids = orders.map(({ id }) => id).join(',');
  const can = (verb: Verb) =>
    orders.length > 0 && orders.every(({ verbs }) => verbs.includes(verb));
  const items = orders.map(({ id, version }) => ({ id, version }));

  async function act(action: SharedAction) {
    const confirmed = asking;
    const sentAt = Date.now();
    setBusy(action.verb);
    const showOutcomes = (outcomes: BulkOutcome[]) => {
      void reloadOrders();
      const undo = undoOfSeveral(action.verb, orders, outcomes, sentAt);
      if (outcomes.some(({ refused }) => refused !== null)) return setResult({ outcomes, undo });
      showSnackbar({
        text: `${countOf(outcomes.length)} ${DONE_TEXTS[action.verb]}`,
        ...(undo && { undo: undo.run }),
      });
      onDone(numbersOf(outcomes));
    };
    const { outcomes, failure } = await sendBulkAction(action, withRecentFactor);
    if (outcomes.length > 0) showOutcomes(outcomes);
    if (failure)
      showFailure(
        failure,
        outcomes.length > 0 ? 'The others were not done' : 'Nothing was done',
        'No reply from the server. See the list for what was done.',
      );
    setBusy((now) => (now === action.verb ? null : now));
    // Closes only the dialog that started this request: another one may have been opened since.
    setAsking((now) => (now === confirmed ? null : now));
  }

  const close = () => setAsking(null);

  useShortcuts({
    p: () => can('pack') && busy === null && void act({ verb: 'pack', items }),
    s: () => can('hand_over') && navigate(`/admin/hand-over?orders=${ids}`),
  });

  return (
    <>
      <div
        ref={box}
        className="above-phone-bar pointer-events-none fixed inset-x-3 z-30 flex justify-center"
      >
        {(orders.length > 0 || pending) && (
          <section
            aria-label="Selected orders"
            className="pointer-events-auto flex max-w-full flex-wrap items-center gap-1 rounded-lg border border-border bg-surface p-2 shadow-float"
          >
            <SelectionCount
              count={pending?.count ?? orders.length}
              elsewhere={pending ? 0 : elsewhere}
              together={together}
              onClear={onClear}
            />
            {pending?.failed && <CompactButton onClick={pending.retry}>Try again</CompactButton>}
            {orders.length > 0 && (
              <BulkButtons
                orders={orders}
                busy={busy}
                onAct={(verb) => void act({ verb, items })}
                onAsk={setAsking}
              />
            )}
          </section>
        )}
      </div>
      {/* Beside 'Delivered', and for a whole page of parcels: so it is confirmed. */}
      <ConfirmDialog
        open={asking === 'return_to_origin'}
        title={`${orders.length === 1 ? 'Is' : 'Are'} ${countOf(orders.length)} coming back?`}
        keep="Not coming back"
        verb="Coming back"
        busy={busy === 'return_to_origin' && 'Saving...'}
        onClose={close}
        onConfirm={() => void act({ verb: 'return_to_origin', items })}
      >
        <p>
          The courier could not deliver and brings back what was sent. The customers see that on
          their orders, without an email. This can be undone.
        </p>
      </ConfirmDialog>
      <Dialog title={`Cancel ${countOf(orders.length)}`} open={asking === 'cancel'} onClose={close}>
        {step || (
          <CancelForm
            count={orders.length}
            effects="All pieces go back into stock, what was paid online is refunded, and the customers get an email."
            undoable={orders.every(({ payment_method }) => payment_method === 'cod')}
            busy={busy === 'cancel'}
            onClose={close}
            onCancel={(reason) => void act({ verb: 'cancel', reason, items })}
          />
        )}
      </Dialog>
      <BulkOutcomes
        outcomes={result?.outcomes ?? null}
        undo={result?.undo}
        onClose={() => {
          setResult(null);
          onDone(numbersOf(result?.outcomes ?? []));
        }}
      />
    </>
  );
}

const NONE: readonly OrderRow[] = [];

const numbersOf = (outcomes: readonly BulkOutcome[]) =>
  outcomes.flatMap(({ order_number }) => order_number ?? []);

const countOf = (orders: number) => `${orders} ${orders === 1 ? 'order' : 'orders'}`;

type SelectionCountProps = {
  /** How many orders are selected. */
  count: number;
  /** How many of them are on other pages of the list. */
  elsewhere: number;
  /** The list with all selected orders. */
  together: PageAddress;
  onClear: () => void;
};

/** How many orders are selected, also on other pages, and a button that clears the selection. */
function SelectionCount({ count, elsewhere, together, onClear }: SelectionCountProps) {
  return (
    <>
      <button
        type="button"
        aria-label="Clear the selection"
        onClick={onClear}
        className="grid size-11 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
      >
        <Icon name="close" />
      </button>
      <p className="pr-2 font-semibold text-foreground tabular-nums">{count} selected</p>
      {elsewhere > 0 && <CompactLink to={together}>{elsewhere} on other pages</CompactLink>}
    </>
  );
}
