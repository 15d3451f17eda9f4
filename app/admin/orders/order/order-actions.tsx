import { useState } from 'react';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { HandOverForm } from '#app/admin/orders/actions/hand-over-form.tsx';
import { QuestionForm } from '#app/admin/orders/actions/question-form.tsx';
import {
  type AskingVerb,
  asks,
  type Count,
  isEmailSent,
  questionOf,
} from '#app/admin/orders/actions/questions.ts';
import { useOrderAction } from '#app/admin/orders/actions/use-order-action.ts';
import { verbName } from '#app/admin/orders/event-texts.ts';
import { CashRiskNote, slipExclusion } from '#app/admin/orders/order-warnings.tsx';
import { RefundDue, useMayRefund } from '#app/admin/orders/refunds/refund-form.tsx';
import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { serverNow } from '#app/shell/api/server-clock.ts';
import { Button, type ButtonTone, buttonClasses, LinkButton } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { telUrl } from '#app/ui/tel-url.ts';
import { OrderAction, PLAIN_VERBS } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { fulfilmentName } from '#domain/fulfilment.ts';
import { nextVerb, type Verb } from '#domain/order-verbs.ts';
import { NextOrder } from './next-order.tsx';
import { ParcelFacts } from './parcel-facts.tsx';

type Plain = (typeof PLAIN_VERBS)[number];
const isPlain = (verb: Verb): verb is Plain => PLAIN_VERBS.some((each) => each === verb);

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
  const [asking, setAsking] = useState<{ verb: AskingVerb; version: number } | null>(null);
  const [counts, setCounts] = useState<Record<string, Count>>({});
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
  const question = asking && questionOf(order, asking.verb, counts);
  const plain = (verb: Plain) => void act(order, { verb, version });
  // Closes the dialog also on failure, because it would cover the toast; what was counted in it stays.
  async function answer(verb: AskingVerb, answered: object) {
    const changed = await act(order, OrderAction.parse({ verb, version, ...answered }));
    // Another return begins with an empty form.
    if (changed && verb === 'receive_return') setCounts({});
    // Closes only this dialog: another one may have been opened since.
    setAsking((now) => (now?.verb === verb ? null : now));
  }
  useShortcuts({ ...(can('pack') && { p: () => acting === null && plain('pack') }) });

  /** The button of a verb; one that asks does so also while another is on its way. */
  const button = (verb: Exclude<Verb, 'hand_over'>, tone: ButtonTone) => (
    <Button
      key={verb}
      tone={tone}
      busy={acting === verb && asking?.verb !== verb && 'Working...'}
      disabled={(!asks(verb) || verb === 'undo') && acting !== null && acting !== verb}
      onClick={() => {
        // An undo asks once the email about the step has left.
        if (asks(verb) && (verb !== 'undo' || isEmailSent(order, serverNow())))
          setAsking({ verb, version });
        else if (isPlain(verb)) plain(verb);
      }}
    >
      {verbName(verb, order.undo)}
    </Button>
  );
  const shown = verbs.filter((verb) => verb !== 'hand_over' && verb !== 'cancel');
  const first = shown.filter((verb) => verb === next);
  const common = COMMON.filter((verb) => can(verb) && verb !== next);
  const rest = shown.filter((verb) => verb !== next && !COMMON.some((each) => each === verb));
  // A closed order has nothing else.
  const asMenu = first.length + common.length > 0 || handsOver;

  const buttons = (
    <div className="grid gap-3">
      <div className="grid grid-cols-2 items-center gap-2 max-sm:[&>:not(p)]:px-3! sm:flex sm:flex-wrap">
        {first.map((verb) => button(verb, offersNext ? 'secondary' : 'primary'))}
        {next === 'confirm' && order.shipping_address && (
          <a href={telUrl(order.shipping_address.phone)} className={buttonClasses('secondary')}>
            Call to confirm
          </a>
        )}
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
      <Dialog
        title={question?.title ?? ''}
        open={question !== null}
        onClose={() => setAsking(null)}
      >
        {step ||
          (asking && question && (
            <>
              {asking.version !== version && acting === null && (
                <div className="mb-3">
                  <InlineAlert>
                    This order has changed in the meantime. It is now: {fulfilmentName(order)}.
                  </InlineAlert>
                </div>
              )}
              <QuestionForm
                question={question}
                busy={acting === asking.verb}
                onClose={() => setAsking(null)}
                onAnswer={(answered) => void answer(asking.verb, answered)}
                onCount={(id, pieces) => setCounts((now) => ({ ...now, [id]: pieces }))}
              />
            </>
          ))}
      </Dialog>
    </section>
  );
}
