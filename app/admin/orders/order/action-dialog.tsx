import { type ReactNode, useState } from 'react';
import { FormFields } from '#app/admin/admin-form.tsx';
import { Confirmation } from '#app/admin/confirm-dialog.tsx';
import { CancelForm, ReasonButtons } from '#app/admin/orders/actions/cancel-form.tsx';
import { undoText } from '#app/admin/orders/actions/sent-email.ts';
import { verbName } from '#app/admin/orders/event-texts.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ATTEMPT_REASONS } from '#domain/attempt-reasons.ts';
import { DECLINE_REASONS } from '#domain/decline-reasons.ts';
import { formatRupees } from '#domain/money.ts';
import type { Verb } from '#domain/order-verbs.ts';

/** Verbs whose dialog asks for input. */
export const WITH_DIALOG = [
  'attempt_failed',
  'receive_back',
  'receive_return',
  'decline_refund',
] as const;
export type DialogVerb = (typeof WITH_DIALOG)[number] | 'lose' | 'cancel' | 'undo';

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
  const [counts, setCounts] = useState<Counts>({});
  async function answer(action: OrderAction) {
    // Another return begins with an empty form.
    if ((await rest.onAnswer(action)) && action.verb === 'receive_return') setCounts({});
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
              onCount={(id, pieces) => setCounts((now) => ({ ...now, [id]: pieces }))}
              onAnswer={(action) => void answer(action)}
            />
          </>
        ))}
    </Dialog>
  );
}

function titleOf({ order_number, undo }: OrderDetail, verb: DialogVerb): string {
  const titles: Record<DialogVerb, string> = {
    cancel: `Cancel ${order_number}`,
    lose: `Is ${order_number} lost?`,
    attempt_failed: 'Why was it not delivered?',
    decline_refund: 'Why is it not refunded?',
    receive_back: 'What came back?',
    receive_return: 'What came back?',
    undo: `${order_number}: ${verbName('undo', undo).toLowerCase()}?`,
  };
  return titles[verb];
}

/** Pieces that came back, by the ids of the items. */
type Counts = Record<string, Count>;
type Count = { good: number; damaged: number };
const NONE: Count = { good: 0, damaged: 0 };

type QuestionProps = Pick<ActionDialogProps, 'order' | 'busy' | 'onClose'> & {
  verb: DialogVerb;
  counts: Counts;
  onCount: (item: string, pieces: Count) => void;
  onAnswer: (action: OrderAction) => void;
};

function Question({ order, verb, busy, counts, onCount, onClose, onAnswer }: QuestionProps) {
  const { version } = order;
  const inCash = order.payment_method === 'cod';
  const confirmation = { verb: verbName(verb, order.undo), busy: busy && 'Saving...', onClose };
  const items = order.order_items.map((item) => ({ ...item, ...(counts[item.id] ?? NONE) }));
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
    case 'receive_back': {
      const good = items.map(({ id, quantity, damaged }) => ({
        item: id,
        pieces: quantity - damaged,
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
          <Pieces
            items={items.map((item) => ({
              ...item,
              most: item.quantity,
              about: `${item.quantity - item.damaged} good of ${item.quantity}`,
            }))}
            kinds={['damaged']}
            busy={busy}
            onCount={onCount}
          />
        </Confirmation>
      );
    }
    case 'receive_return': {
      const returned = items
        .filter(({ good, damaged }) => good + damaged > 0)
        .map(({ id, good, damaged }) => ({ item: id, good, damaged }));
      return (
        <Confirmation
          {...confirmation}
          keep="Cancel"
          disabled={returned.length === 0}
          onConfirm={() => onAnswer({ verb, version, returned })}
        >
          <p>Good pieces go back into stock. The refund comes after this, as a step of its own.</p>
          <Pieces
            items={items
              .map((item) => ({
                ...item,
                most: item.quantity - item.returned_good - item.returned_damaged,
              }))
              .filter(({ most }) => most > 0)
              .map((item) => ({ ...item, about: `${item.most} with the customer` }))}
            kinds={['good', 'damaged']}
            busy={busy}
            onCount={onCount}
          />
        </Confirmation>
      );
    }
    default:
      return (
        <Confirmation
          {...confirmation}
          keep={verb === 'lose' ? 'Not lost' : 'Leave as it is'}
          onConfirm={() => onAnswer({ verb, version })}
        >
          <p>
            {verb === 'undo'
              ? order.undo && undoText(order.undo)
              : `Nothing goes back into stock. ${effectsOf(order, verb)} ${
                  inCash ? 'If it is found, this can be undone.' : 'This cannot be undone.'
                }`}
          </p>
        </Confirmation>
      );
  }
}

const KINDS = { good: 'Good', damaged: 'Damaged' };

type PiecesProps = {
  /** `most`: how many can have come back. */
  items: ({ id: string; product_name: string; most: number; about: string } & Count)[];
  kinds: readonly (keyof Count)[];
  busy: boolean;
  onCount: QuestionProps['onCount'];
};

/** How many pieces of each item came back good or damaged; none are preset. */
function Pieces({ items, kinds, busy, onCount }: PiecesProps) {
  return (
    <FormFields saving={busy}>
      <ul className="mt-4 divide-y divide-border">
        {items.map(({ id, product_name, most, about, good, damaged }) => (
          <li key={id} className="grid gap-3 py-4">
            <p className="font-medium text-foreground">
              {product_name}
              <span className="block text-sm font-normal text-muted">{about}</span>
            </p>
            <div className="flex flex-wrap gap-x-6 gap-y-2">
              {kinds.map((kind) => {
                const label = `${KINDS[kind]}: ${product_name}`;
                const now = { good, damaged };
                return (
                  <div key={kind} className="flex items-center gap-3">
                    <span className="min-w-20 text-sm">{KINDS[kind]}</span>
                    <QuantityStepper
                      label={label}
                      value={now[kind]}
                      min={0}
                      max={most - good - damaged + now[kind]}
                      onChange={(pieces) => onCount(id, { ...now, [kind]: pieces })}
                      // A dialog has several: each button names what it counts.
                      less={`One less. ${label}`}
                      more={`One more. ${label}`}
                    />
                  </div>
                );
              })}
            </div>
          </li>
        ))}
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
