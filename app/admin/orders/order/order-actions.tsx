import { useState } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { HandOverForm } from '#app/admin/orders/actions/hand-over-form.tsx';
import { isEmailSent } from '#app/admin/orders/actions/sent-email.ts';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { verbName } from '#app/admin/orders/event-texts.ts';
import { CashRiskNote, slipExclusion } from '#app/admin/orders/order-warnings.tsx';
import { RefundDue, useMayRefund } from '#app/admin/orders/refunds/refund-form.tsx';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import type { ButtonTone } from '#app/ui/button.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { fulfilmentName } from '#domain/fulfilment.ts';
import { nextVerb, type Verb } from '#domain/order-verbs.ts';
import { ActionDialog, type DialogVerb, WITH_DIALOG } from './action-dialog.tsx';
import { NextOrder } from './next-order.tsx';
import { ParcelFacts } from './parcel-facts.tsx';

/** Verbs that need no input. */
const PLAIN = ['confirm', 'pack', 'deliver', 'return_to_origin', 'take_out'] as const;
type Plain = (typeof PLAIN)[number];
const isPlain = (verb: Verb): verb is Plain => PLAIN.some((each) => each === verb);

/** Exceptions that happen every week. The other verbs that are not the next step are under "More". */
const COMMON = [
  'pack',
  'attempt_failed',
  'return_to_origin',
  'receive_return',
  'decline_refund',
] as const;

/**
 * The next step as the primary button or form, what else is common beside it, and the rest under "More". If somebody
 * else changes the order while a dialog is open, the dialog says so and keeps its content.
 */
export function OrderActions({ order }: { order: OrderDetail }) {
  const [asking, setAsking] = useState<{ verb: DialogVerb; version: number } | null>(null);
  const { withRecentFactor, step } = useRecentFactor(asking?.verb ?? null);
  const { acting, act } = useOrderAction(withRecentFactor);
  /** Whether it was handed over on this page: the next parcel is offered. */
  const [leftHere, setLeftHere] = useState(false);
  const mayRefund = useMayRefund(order);
  const { verbs, version } = order;
  const next = nextVerb(order);
  const handsOver = next === 'hand_over';
  // A slip needs the address.
  const prints = order.shipping_address !== null && slipExclusion(order) === null;
  const offersNext = leftHere && order.fulfilment === 'shipped';
  const can = (verb: Verb) => verbs.includes(verb);
  const plain = (verb: Plain | 'undo') => void act(order, { verb, version });
  const ask = (verb: DialogVerb) => setAsking({ verb, version });
  const undo = () => (isEmailSent(order, serverNow()) ? ask('undo') : plain('undo'));
  // Closes the dialog also on failure, because it would cover the toast; what was counted in it stays.
  async function answer(action: OrderAction) {
    const changed = await act(order, action);
    // Closes only this dialog: another one may have been opened since.
    setAsking((now) => (now?.verb === action.verb ? null : now));
    return changed !== null;
  }
  useShortcuts({ ...(can('pack') && { p: () => acting === null && plain('pack') }) });

  /** The button of a verb; a verb with a dialog asks first, which it may also do while another is on its way. */
  const button = (verb: Plain | DialogVerb, tone: ButtonTone) => (
    <Button
      key={verb}
      tone={tone}
      busy={acting === verb && asking?.verb !== verb && 'Working...'}
      disabled={(isPlain(verb) || verb === 'undo') && acting !== null && acting !== verb}
      onClick={() => (isPlain(verb) ? plain(verb) : verb === 'undo' ? undo() : ask(verb))}
    >
      {verbName(verb, order.undo)}
    </Button>
  );
  const shown = ([...PLAIN, ...WITH_DIALOG, 'lose', 'undo'] as const).filter(can);
  const first = shown.filter((verb) => verb === next);
  const common = COMMON.filter((verb) => can(verb) && verb !== next);
  const rest = shown.filter((verb) => verb !== next && !COMMON.some((each) => each === verb));
  // A closed order has nothing else.
  const asMenu = first.length + common.length > 0 || handsOver;

  const buttons = (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-center gap-2 max-sm:[&>:not(p)]:px-3! sm:flex sm:flex-wrap">
        {first.map((verb) => button(verb, offersNext ? 'secondary' : 'primary'))}
        {common.map((verb) => button(verb, 'secondary'))}
        {!asMenu && rest.map((verb) => button(verb, 'secondary'))}
        {prints && (
          <LinkButton to={`/admin/print?orders=${order.id}`} tone="secondary">
            Print slip
          </LinkButton>
        )}
        {can('cancel') && button('cancel', 'quiet')}
        {verbs.length === 0 && !(mayRefund && order.refund_due) && (
          <p className="col-span-2 self-center text-muted">Nothing is left to do.</p>
        )}
      </div>
      {asMenu && rest.length > 0 && (
        <details>
          <summary className="min-h-11 w-fit content-center px-2 font-medium text-primary">
            More
          </summary>
          <div className="flex flex-wrap gap-2">{rest.map((verb) => button(verb, 'quiet'))}</div>
        </details>
      )}
    </div>
  );

  return (
    <section aria-label="Next step" className="panel grid gap-4">
      <ParcelFacts order={order} />
      {order.to_take_out && <p>It was cancelled after it was packed: take the parcel out.</p>}
      <RefundDue order={order} />
      <CashRiskNote order={order} />
      {offersNext && <NextOrder />}
      {!handsOver && buttons}
      {can('hand_over') && (
        <HandOverForm
          key={next} // a new instance takes the focus when it becomes the next step
          orderId={order.id}
          isNext={next === 'hand_over'}
          busy={acting === 'hand_over'}
          onHandOver={async (parcel) => {
            const done = (await act(order, { verb: 'hand_over', version, ...parcel })) !== null;
            if (done) setLeftHere(true);
            return done;
          }}
        />
      )}
      {handsOver && buttons}
      <ActionDialog
        order={order}
        verb={asking?.verb ?? null}
        busy={acting !== null && acting === asking?.verb}
        step={step}
        changeNotice={
          asking !== null &&
          asking.version !== version &&
          acting === null && (
            <div className="mb-3">
              <InlineAlert>
                This order has changed in the meantime. It is now: {fulfilmentName(order)}.
              </InlineAlert>
            </div>
          )
        }
        onClose={() => setAsking(null)}
        onAnswer={answer}
      />
    </section>
  );
}
