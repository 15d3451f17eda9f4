import { useState } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { HandOverForm } from '#app/admin/orders/actions/hand-over-form.tsx';
import { isEmailSent } from '#app/admin/orders/actions/sent-email.ts';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { TakeOutNotice } from '#app/admin/orders/cancelled-parcels/take-out-notice.tsx';
import { RefundDue } from '#app/admin/orders/refunds/refund-due.tsx';
import { useMayRefund } from '#app/admin/orders/refunds/use-may-refund.ts';
import { slipExclusion } from '#app/admin/orders/slip-exclusion.ts';
import { useRecentFactor } from '#app/admin/staff/use-recent-factor.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { fulfilmentName } from '#domain/fulfilment.ts';
import { nextVerb, UNDO_VERBS, type Undo, VERB_NAMES, type Verb } from '#domain/order-verbs.ts';
import { ActionDialogs, type DialogVerb, WITH_DIALOG } from './action-dialogs.tsx';
import { ParcelFacts } from './parcel-facts.tsx';

/** Verbs that need no input. */
const PLAIN = ['confirm', 'pack', 'deliver', 'return_to_origin'] as const;

/**
 * The next step as the primary button or form, and all other possible verbs. If somebody else changes the order while a
 * dialog is open, the dialog says so and keeps its content.
 */
export function OrderActions({ order }: { order: OrderDetail }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<{ verb: DialogVerb; version: number } | null>(null);
  const { withRecentFactor, step } = useRecentFactor(asking?.verb ?? null);
  const { acting, act } = useOrderAction(withRecentFactor);
  const [answered, setAnswered] = useState(0);
  const mayRefund = useMayRefund(order);
  const { verbs, version } = order;
  const next = nextVerb(order);
  const handsOver = next === 'hand_over';
  // A slip needs the address.
  const prints = order.shipping_address !== null && slipExclusion(order) === null;
  const can = (verb: Verb) => verbs.includes(verb);
  const plain = (verb: (typeof PLAIN)[number] | Undo) => void act(order, { verb, version });
  const ask = (verb: DialogVerb) => setAsking({ verb, version });
  const undo = (verb: Undo) => (isEmailSent(order, verb, serverNow()) ? ask(verb) : plain(verb));
  const close = () => setAsking(null);
  // Closes the dialog also on failure, because it would cover the toast; its form keeps the draft.
  const answer = async (action: OrderAction) => {
    const changed = await act(order, action);
    // Closes only this dialog: another one may have been opened since.
    setAsking((now) => (now?.verb === action.verb ? null : now));
    if (changed) setAnswered((times) => times + 1);
  };
  const dialog = (verb: DialogVerb) => ({
    open: asking?.verb === verb,
    busy: acting === verb,
    step,
    changeNotice: asking !== null && asking.version !== version && acting === null && (
      <div className="mb-3">
        <InlineAlert>
          This order has changed in the meantime. It is now: {fulfilmentName(order)}.
        </InlineAlert>
      </div>
    ),
    onClose: close,
  });
  useShortcuts({
    ...(can('confirm') && { c: () => acting === null && plain('confirm') }),
    ...(can('pack') && { p: () => acting === null && plain('pack') }),
    ...(can('deliver') && { d: () => acting === null && plain('deliver') }),
    ...(prints && { i: () => navigate(`/admin/print?orders=${order.id}`) }),
  });

  const buttons = (
    <div className="grid grid-cols-2 items-center gap-2 max-sm:[&>:not(p)]:px-3! sm:flex sm:flex-wrap">
      {PLAIN.filter(can).map((verb) => (
        <Button
          key={verb}
          tone={verb === next ? 'primary' : 'secondary'}
          busy={acting === verb && 'Working...'}
          disabled={acting !== null && acting !== verb}
          onClick={() => plain(verb)}
        >
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {WITH_DIALOG.filter(can).map((verb) => (
        <Button key={verb} tone={verb === next ? 'primary' : 'secondary'} onClick={() => ask(verb)}>
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {prints && (
        <LinkButton to={`/admin/print?orders=${order.id}`} tone="secondary">
          Print slip
        </LinkButton>
      )}
      {order.fulfilment === 'shipped' && (
        <LinkButton to={`/admin/manifest?orders=${order.id}`} tone="secondary">
          Manifest
        </LinkButton>
      )}
      {UNDO_VERBS.filter(can).map((verb) => (
        <Button
          key={verb}
          tone="quiet"
          busy={acting === verb && 'Working...'}
          disabled={acting !== null && acting !== verb}
          onClick={() => undo(verb)}
        >
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {can('lose') && (
        <Button tone="quiet" onClick={() => ask('lose')}>
          {VERB_NAMES.lose}
        </Button>
      )}
      {can('cancel') && (
        <Button tone="quiet" onClick={() => ask('cancel')}>
          Cancel order
        </Button>
      )}
      {verbs.length === 0 && !(mayRefund && order.refund_due) && !order.to_take_out && (
        <p className="col-span-2 self-center text-muted">Nothing is left to do.</p>
      )}
    </div>
  );

  return (
    <section aria-label="Next step" className="panel grid gap-4">
      <ParcelFacts order={order} />
      <TakeOutNotice order={order} />
      <RefundDue order={order} />
      {!handsOver && buttons}
      {can('hand_over') && (
        <HandOverForm
          key={next} // a new instance takes the focus when it becomes the next step
          orderId={order.id}
          isNext={next === 'hand_over'}
          busy={acting === 'hand_over'}
          onHandOver={async (parcel) =>
            (await act(order, { verb: 'hand_over', version, ...parcel })) !== null
          }
        />
      )}
      {handsOver && buttons}
      <ActionDialogs order={order} dialog={dialog} answered={answered} onAnswer={answer} />
    </section>
  );
}
