import { useState } from 'react';
import { CompactButton, CompactLink } from '#app/admin/buttons.tsx';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { QuestionForm } from '#app/admin/orders/actions/question-form.tsx';
import { cancelQuestion } from '#app/admin/orders/actions/questions.ts';
import { verbName } from '#app/admin/orders/event-texts.ts';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { useSnackbarOffset } from '#app/admin/snackbar/snackbar.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useNavigate } from '#app/ui/link.js';
import { BulkAction } from '#contract/admin/order-actions.ts';
import type { OrderRow } from '#contract/admin/order-views.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { useBulkAction } from './use-bulk-action.tsx';

/** Verbs that a button applies to all selected orders at once; each can be undone. */
const AT_ONCE = ['confirm', 'pack', 'deliver', 'return_to_origin'] as const;

type BulkBarProps = {
  /** The selected orders. */
  orders: readonly OrderRow[];
  onClear: () => void;
  /** Called with the numbers of the orders that an action was taken on. */
  onDone: (numbers: readonly string[]) => void;
};

/**
 * The actions for the selected orders; offers only those that every one of them allows. Also mounted while none is
 * selected: the dialog with the refused ones stays open after the orders have left the list.
 */
export function BulkBar({ orders, onClear, onDone }: BulkBarProps) {
  const navigate = useNavigate();
  const [cancelling, setCancelling] = useState(false);
  const { withRecentFactor, step } = useRecentFactor(cancelling);
  const { busy, act, refusals } = useBulkAction({ withRecentFactor });
  const box = useSnackbarOffset();
  const ids = orders.map(({ id }) => id).join(',');
  const items = orders.map(({ id, version }) => ({ id, version }));
  // The emails about other steps may have left: those are undone on each order's page.
  const can = (verb: Verb) =>
    orders.length > 0 &&
    orders.every(({ verbs, undo }) => verbs.includes(verb) && (verb !== 'undo' || undo === 'pack'));
  const question = cancelQuestion(
    orders.length,
    'All pieces go back into stock, what was paid online is refunded, and the customers get an email.',
    orders.every(({ payment_method }) => payment_method === 'cod'),
  );

  async function run(action: BulkAction) {
    const outcomes = await act(action, orders);
    onDone(outcomes.flatMap(({ order_number }) => order_number ?? []));
    if (action.verb === 'cancel') setCancelling(false);
  }

  useShortcuts({
    p: () => can('pack') && busy === null && void run({ verb: 'pack', items }),
    s: () => can('hand_over') && navigate(`/admin/hand-over?orders=${ids}`),
  });

  const button = (verb: (typeof AT_ONCE)[number] | 'undo') => (
    <CompactButton
      key={verb}
      busy={busy === verb && 'Working...'}
      disabled={busy !== null && busy !== verb}
      onClick={() => void run({ verb, items })}
    >
      {verbName(verb, 'pack')}
    </CompactButton>
  );

  return (
    <>
      <div
        ref={box}
        className="above-phone-bar pointer-events-none fixed inset-x-3 z-30 flex justify-center"
      >
        {orders.length > 0 && (
          <section
            aria-label="Selected orders"
            className="pointer-events-auto flex max-w-full flex-wrap items-center gap-1 rounded-lg border border-border bg-surface p-2 shadow-float"
          >
            <button
              type="button"
              aria-label="Clear the selection"
              onClick={onClear}
              className="grid size-11 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
            >
              <Icon name="close" />
            </button>
            <p className="pr-2 font-semibold text-foreground tabular-nums">
              {orders.length} selected
            </p>
            <CompactLink to={`/admin/print?orders=${ids}`}>Print</CompactLink>
            {can('pack') && (
              <CompactLink to={`/admin/pack?orders=${ids}`}>Pack by scan</CompactLink>
            )}
            {AT_ONCE.filter(can).map(button)}
            {can('hand_over') && (
              <CompactLink to={`/admin/hand-over?orders=${ids}`}>
                {verbName('hand_over', null)}
              </CompactLink>
            )}
            {can('undo') && button('undo')}
            {can('cancel') && (
              <CompactButton onClick={() => setCancelling(true)}>
                {orders.length === 1 ? 'Cancel order' : 'Cancel orders'}
              </CompactButton>
            )}
          </section>
        )}
      </div>
      <Dialog title={question.title} open={cancelling} onClose={() => setCancelling(false)}>
        {step || (
          <QuestionForm
            question={question}
            busy={busy === 'cancel'}
            onClose={() => setCancelling(false)}
            onAnswer={(answer) => void run(BulkAction.parse({ verb: 'cancel', items, ...answer }))}
          />
        )}
      </Dialog>
      {refusals}
    </>
  );
}
