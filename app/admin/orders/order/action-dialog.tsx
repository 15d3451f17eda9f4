import { type ReactNode, useState } from 'react';
import { FormFields } from '#app/admin/admin-form.tsx';
import { Confirmation } from '#app/admin/confirm-dialog.tsx';
import { CancelForm, ReasonButtons } from '#app/admin/orders/actions/cancel-form.tsx';
import { undoText } from '#app/admin/orders/actions/sent-email.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ATTEMPT_REASONS } from '#domain/attempt-reasons.ts';
import { DECLINE_REASONS } from '#domain/decline-reasons.ts';
import { formatRupees } from '#domain/money.ts';
import { type Undo, VERB_NAMES, type Verb } from '#domain/order-verbs.ts';

/** Verbs whose dialog asks for input. */
export const WITH_DIALOG = [
  'attempt_failed',
  'receive_back',
  'receive_return',
  'decline_refund',
] as const;
export type DialogVerb = (typeof WITH_DIALOG)[number] | 'lose' | 'cancel' | Undo;

type ActionDialogProps = {
  order: OrderDetail;
  /** The verb that it asks about; null while it is closed. */
  verb: DialogVerb | null;
  busy: boolean;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  /** Resolves to whether it was done. */
  onAnswer: (action: OrderAction) => Promise<boolean>;
};

/** The dialog of a verb that asks something before it changes the order. What was counted stays while it is closed. */
export function ActionDialog({ verb, step, changeNotice, ...rest }: ActionDialogProps) {
  const [counts, setCounts] = useState(NOTHING);
  async function answer(action: OrderAction) {
    // Another return begins with an empty form.
    if ((await rest.onAnswer(action)) && action.verb === 'receive_return')
      setCounts(({ lost }) => ({ ...NOTHING, lost }));
  }
  return (
    <Dialog
      title={verb ? titleOf(rest.order, verb) : ''}
      open={verb !== null}
      onClose={rest.onClose}
    >
      {step ||
        (verb && (
          <>
            {changeNotice}
            <Question
              {...rest}
              verb={verb}
              counts={counts}
              onCount={(what, id, pieces) =>
                setCounts((now) => ({ ...now, [what]: { ...now[what], [id]: pieces } }))
              }
              onAnswer={(action) => void answer(action)}
            />
          </>
        ))}
    </Dialog>
  );
}

/** Pieces by the ids of the items: of what came back unsent, the damaged ones; of a return, both. */
type Counts = Record<'lost' | 'good' | 'damaged', Record<string, number>>;

const NOTHING: Counts = { lost: {}, good: {}, damaged: {} };

function titleOf({ order_number }: OrderDetail, verb: DialogVerb): string {
  switch (verb) {
    case 'cancel':
      return `Cancel ${order_number}`;
    case 'lose':
      return `Is ${order_number} lost?`;
    case 'attempt_failed':
      return 'Why was it not delivered?';
    case 'decline_refund':
      return 'Why is it not refunded?';
    case 'receive_back':
    case 'receive_return':
      return 'What came back?';
    default:
      return `${order_number}: ${VERB_NAMES[verb].toLowerCase()}?`;
  }
}

type QuestionProps = Pick<ActionDialogProps, 'order' | 'busy' | 'onClose'> & {
  verb: DialogVerb;
  counts: Counts;
  onCount: (what: keyof Counts, item: string, pieces: number) => void;
  onAnswer: (action: OrderAction) => void;
};

function Question({ order, verb, busy, counts, onCount, onClose, onAnswer }: QuestionProps) {
  const { version } = order;
  const inCash = order.payment_method === 'cod';
  const confirmation = { verb: VERB_NAMES[verb], busy: busy && 'Saving...', onClose };
  switch (verb) {
    case 'cancel':
      return (
        <CancelForm
          count={1}
          effects={effectsOf(order, verb)}
          undoable={inCash}
          busy={busy}
          onClose={onClose}
          onCancel={(reason) => onAnswer({ verb, version, reason })}
        />
      );
    case 'attempt_failed':
      return (
        <ReasonButtons
          reasons={ATTEMPT_REASONS}
          busy={busy}
          onChoose={(reason) => onAnswer({ verb, version, reason })}
        />
      );
    case 'decline_refund':
      return (
        <>
          <p className="mb-4">The customer gets no email about this: tell them yourself.</p>
          <ReasonButtons
            reasons={DECLINE_REASONS}
            busy={busy}
            onChoose={(reason) => onAnswer({ verb, version, reason })}
          />
        </>
      );
    case 'lose':
      return (
        <Confirmation
          {...confirmation}
          keep="Not lost"
          onConfirm={() => onAnswer({ verb, version })}
        >
          <p>
            Nothing goes back into stock. {effectsOf(order, verb)}{' '}
            {inCash ? 'If it is found, this can be undone.' : 'This cannot be undone.'}
          </p>
        </Confirmation>
      );
    case 'receive_back': {
      const good = order.order_items.map(({ id, quantity }) => ({
        item: id,
        pieces: Math.max(0, quantity - (counts.lost[id] ?? 0)),
      }));
      const pieces = good.reduce((sum, each) => sum + each.pieces, 0);
      return (
        <Confirmation
          {...confirmation}
          keep="Cancel"
          onConfirm={() => onAnswer({ verb, version, good })}
        >
          <p>
            {effectsOf(order, verb, pieces)} Damaged pieces are not sold again. This cannot be
            undone.
          </p>
          <DamagedPieces order={order} busy={busy} counts={counts} onCount={onCount} />
        </Confirmation>
      );
    }
    case 'receive_return': {
      const returned = order.order_items
        .map(({ id }) => ({
          item: id,
          good: counts.good[id] ?? 0,
          damaged: counts.damaged[id] ?? 0,
        }))
        .filter(({ good, damaged }) => good + damaged > 0);
      return (
        <Confirmation
          {...confirmation}
          keep="Cancel"
          disabled={returned.length === 0}
          onConfirm={() => onAnswer({ verb, version, returned })}
        >
          <p>Good pieces go back into stock. The refund comes after this, as a step of its own.</p>
          <ReturnedPieces order={order} busy={busy} counts={counts} onCount={onCount} />
        </Confirmation>
      );
    }
    default:
      return (
        <Confirmation
          {...confirmation}
          busy={busy && 'Working...'}
          keep="Leave as it is"
          onConfirm={() => onAnswer({ verb, version })}
        >
          <p>{undoText(order, verb)}</p>
        </Confirmation>
      );
  }
}

type PiecesProps = Pick<QuestionProps, 'order' | 'busy' | 'counts' | 'onCount'>;

/** How many pieces of each item are damaged; none are preset. */
function DamagedPieces({ order, busy, counts, onCount }: PiecesProps) {
  return (
    <FormFields saving={busy}>
      <ul className="mt-4 divide-y divide-border">
        {order.order_items.map(({ id, product_name, quantity }) => {
          const damaged = counts.lost[id] ?? 0;
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0 flex-1">
                {product_name}
                <span className="block text-sm text-muted">
                  {Math.max(0, quantity - damaged)} good of {quantity}
                </span>
              </span>
              <label className="flex items-center gap-2">
                <span className="text-sm">Damaged</span>
                <input
                  type="number"
                  min={0}
                  max={quantity}
                  inputMode="numeric"
                  value={damaged}
                  onChange={({ target }) =>
                    onCount('lost', id, Math.min(quantity, Math.max(0, target.valueAsNumber || 0)))
                  }
                  className="field-input w-20"
                />
              </label>
            </li>
          );
        })}
      </ul>
    </FormFields>
  );
}

/** How many pieces of each item the customer sent back; none are preset. */
function ReturnedPieces({ order, busy, counts, onCount }: PiecesProps) {
  const items = order.order_items
    .map((item) => ({ ...item, left: item.quantity - item.returned_good - item.returned_damaged }))
    .filter(({ left }) => left > 0);
  return (
    <FormFields saving={busy}>
      <ul className="mt-4 divide-y divide-border">
        {items.map(({ id, product_name, left }) => {
          const [good, damaged] = [counts.good[id] ?? 0, counts.damaged[id] ?? 0];
          return (
            <li key={id} className="grid gap-3 py-4">
              <p className="font-medium text-foreground">
                {product_name}
                <span className="block text-sm font-normal text-muted">
                  {left === 1 ? 'one piece' : `${left} pieces`} with the customer
                </span>
              </p>
              <div className="flex flex-wrap gap-x-6 gap-y-2">
                {(
                  [
                    { name: 'Good', what: 'good', value: good, max: left - damaged },
                    { name: 'Damaged', what: 'damaged', value: damaged, max: left - good },
                  ] as const
                ).map(({ name, what, value, max }) => (
                  <div key={what} className="flex items-center gap-3">
                    <span className="min-w-20 text-sm">{name}</span>
                    <QuantityStepper
                      label={`${name}: ${product_name}`}
                      value={value}
                      min={0}
                      max={max}
                      onChange={(pieces) => onCount(what, id, pieces)}
                      // A dialog has several: each button names what it counts.
                      less={`One less. ${name}: ${product_name}`}
                      more={`One more. ${name}: ${product_name}`}
                    />
                  </div>
                ))}
              </div>
            </li>
          );
        })}
      </ul>
    </FormFields>
  );
}

/** 'Two pieces go back into stock. ₹998.00 is refunded. The customer gets an email.' `good`: pieces that are not damaged. */
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
    refunds ? `${formatRupees(refunds)} is refunded.` : '',
    mails ? 'The customer gets an email.' : '',
  ]
    .filter(Boolean)
    .join(' ');
}
