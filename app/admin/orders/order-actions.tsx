import { useState } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { useNavigate } from '#app/ui/link.js';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import {
  ATTEMPT_REASONS,
  type AttemptReason,
  nextVerb,
  VERB_NAMES,
  type Verb,
} from '#domain/fulfilment.ts';
import { formatRupees } from '#domain/money.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { HandOverForm } from './hand-over-form.tsx';
import { LoseDialog } from './lose-dialog.tsx';
import { ParcelFacts } from './parcel-facts.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { ReceiveBackDialog } from './receive-back-dialog.tsx';
import { RefundDue } from './refund-due.tsx';
import { ReturnDialog } from './return-dialog.tsx';
import { useOrderAction } from './use-order-action.ts';

/** Verbs that need nothing but a press. */
const PLAIN = ['confirm', 'pack', 'deliver', 'return_to_origin'] as const;

/** Verbs that take another one back. */
const CORRECTIONS = ['unconfirm', 'unpack', 'take_back', 'undeliver', 'undo_return'] as const;

/** Verbs that need more than a press. */
const ASKED = ['attempt_failed', 'receive_back', 'receive_return'] as const;
type Asked = (typeof ASKED)[number] | 'lose' | 'cancel';

/** The next step as the one primary button or form, and every other verb that is possible now. */
export function OrderActions({ order }: { order: OrderDetail }) {
  const navigate = useNavigate();
  const { acting, act } = useOrderAction();
  const [asking, setAsking] = useState<Asked | null>(null);
  const { verbs, version } = order;
  const next = nextVerb(verbs);
  const handsOver = next === 'hand_over';
  // A slip is its address.
  const prints = order.shipping_address !== null;
  const can = (verb: Verb) => verbs.includes(verb);
  const plain = (verb: (typeof PLAIN | typeof CORRECTIONS)[number]) =>
    void act(order, { verb, version });
  const ask = (verb: Asked) => setAsking(verb);
  // The message that tells why not would be behind the dialog, which keeps what was typed.
  const answer = async (action: OrderAction) => {
    if ((await act(order, action)) === null) setAsking(null);
  };
  useShortcuts({
    ...(can('confirm') && { c: () => acting === null && plain('confirm') }),
    ...(can('pack') && { p: () => acting === null && plain('pack') }),
    ...(prints && { i: () => navigate(`/admin/print?orders=${order.id}`) }),
  });

  const buttons = (
    <div className="flex flex-wrap gap-2">
      {PLAIN.filter(can).map((verb) => (
        <Button
          key={verb}
          tone={verb === next ? 'primary' : 'secondary'}
          busy={acting === verb && 'Working...'}
          disabled={acting !== null}
          onClick={() => plain(verb)}
        >
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {ASKED.filter(can).map((verb) => (
        <Button key={verb} tone="secondary" onClick={() => ask(verb)}>
          {VERB_NAMES[verb]}
        </Button>
      ))}
      {prints && (
        <LinkButton to={`/admin/print?orders=${order.id}`} tone="secondary">
          Print slip
        </LinkButton>
      )}
      {CORRECTIONS.filter(can).map((verb) => (
        <Button
          key={verb}
          tone="quiet"
          busy={acting === verb && 'Working...'}
          disabled={acting !== null}
          onClick={() => plain(verb)}
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
      {verbs.length === 0 && !order.refund_due && (
        <p className="self-center text-muted">Nothing is left to do.</p>
      )}
    </div>
  );

  return (
    <section aria-label="Next step" className="panel grid gap-4">
      <ParcelFacts order={order} />
      <RefundDue order={order} />
      {!handsOver && buttons}
      {can('hand_over') && (
        <HandOverForm
          orderId={order.id}
          isNext={next === 'hand_over'}
          busy={acting === 'hand_over'}
          onHandOver={async (parcel) =>
            (await act(order, { verb: 'hand_over', version, ...parcel })) !== null
          }
        />
      )}
      {handsOver && buttons}
      <CancelDialog
        open={asking === 'cancel'}
        title={`Cancel ${order.order_number}`}
        effects={effectsOf(order, 'cancel')}
        busy={acting === 'cancel'}
        onClose={() => setAsking(null)}
        onCancel={(reason) => void answer({ verb: 'cancel', version, reason })}
      />
      <LoseDialog
        open={asking === 'lose'}
        title={`Is ${order.order_number} lost?`}
        effects={effectsOf(order, 'lose')}
        busy={acting === 'lose'}
        onClose={() => setAsking(null)}
        onLose={() => void answer({ verb: 'lose', version })}
      />
      <ReasonDialog<AttemptReason>
        open={asking === 'attempt_failed'}
        title="Why was it not delivered?"
        reasons={ATTEMPT_REASONS}
        busy={acting === 'attempt_failed'}
        onClose={() => setAsking(null)}
        onChoose={(reason) => void answer({ verb: 'attempt_failed', version, reason })}
      />
      <ReceiveBackDialog
        order={order}
        effectsOf={(good) => effectsOf(order, 'receive_back', good)}
        open={asking === 'receive_back'}
        busy={acting === 'receive_back'}
        onClose={() => setAsking(null)}
        onReceive={(good) => void answer({ verb: 'receive_back', version, good })}
      />
      <ReturnDialog
        order={order}
        open={asking === 'receive_return'}
        busy={acting === 'receive_return'}
        onClose={() => setAsking(null)}
        onReceive={(returned) => void answer({ verb: 'receive_return', version, returned })}
      />
    </section>
  );
}

/** 'Two pieces go back into stock. ₹998.00 is given back. The shopper gets a mail.' `good`: pieces that are not damaged. */
function effectsOf(order: OrderDetail, verb: Verb, good?: number): string {
  const effects = order.effects.find((each) => each.verb === verb);
  if (!effects) return '';
  const { refunds, mails } = effects;
  const restocks = good ?? effects.restocks;
  return [
    restocks === 1
      ? 'One piece goes back into stock.'
      : restocks > 1
        ? `${restocks} pieces go back into stock.`
        : '',
    refunds ? `${formatRupees(refunds)} is given back.` : '',
    mails ? 'The shopper gets a mail.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
