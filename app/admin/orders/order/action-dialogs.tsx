import type { ReactNode } from 'react';
import { CancelDialog } from '#app/admin/orders/actions/cancel-dialog.tsx';
import { effectsOf } from '#app/admin/orders/actions/effects-of.ts';
import { LoseDialog } from '#app/admin/orders/actions/lose-dialog.tsx';
import { ReasonDialog } from '#app/admin/orders/actions/reason-dialog.tsx';
import { ReceiveBackDialog } from '#app/admin/orders/actions/receive-back-dialog.tsx';
import { ReturnDialog } from '#app/admin/orders/actions/return-dialog.tsx';
import { UndoDialog } from '#app/admin/orders/actions/undo-dialog.tsx';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ATTEMPT_REASONS, type AttemptReason } from '#domain/attempt-reasons.ts';
import { DECLINE_REASONS, type DeclineReason } from '#domain/decline-reasons.ts';
import { UNDO_VERBS, type Undo } from '#domain/order-verbs.ts';

/** Verbs whose dialog asks for input. */
export const WITH_DIALOG = [
  'attempt_failed',
  'receive_back',
  'receive_return',
  'decline_refund',
] as const;
export type DialogVerb = (typeof WITH_DIALOG)[number] | 'lose' | 'cancel' | Undo;

type ActionDialogsProps = {
  order: OrderDetail;
  /** What the dialogs of all verbs have in common. */
  dialog: (verb: DialogVerb) => {
    open: boolean;
    busy: boolean;
    step: ReactNode;
    changeNotice: ReactNode;
    onClose: () => void;
  };
  /** How many dialogs were answered. */
  answered: number;
  onAnswer: (action: OrderAction) => Promise<void>;
};

/** The dialogs of the verbs that ask something before they change the order. */
export function ActionDialogs({ order, dialog, answered, onAnswer }: ActionDialogsProps) {
  const { version } = order;
  const inCash = order.payment_method === 'cod';
  return (
    <>
      {UNDO_VERBS.map((verb) => (
        <UndoDialog
          key={verb}
          {...dialog(verb)}
          order={order}
          undo={verb}
          onUndo={() => void onAnswer({ verb, version })}
        />
      ))}
      <CancelDialog
        {...dialog('cancel')}
        title={`Cancel ${order.order_number}`}
        effects={effectsOf(order, 'cancel')}
        undoable={inCash}
        onCancel={(reason) => void onAnswer({ verb: 'cancel', version, reason })}
      />
      <LoseDialog
        {...dialog('lose')}
        title={`Is ${order.order_number} lost?`}
        effects={effectsOf(order, 'lose')}
        undoable={inCash}
        onLose={() => void onAnswer({ verb: 'lose', version })}
      />
      <ReasonDialog<AttemptReason>
        {...dialog('attempt_failed')}
        title="Why was it not delivered?"
        reasons={ATTEMPT_REASONS}
        onChoose={(reason) => void onAnswer({ verb: 'attempt_failed', version, reason })}
      />
      <ReceiveBackDialog
        {...dialog('receive_back')}
        order={order}
        effectsOf={(good) => effectsOf(order, 'receive_back', good)}
        onReceive={(good) => void onAnswer({ verb: 'receive_back', version, good })}
      />
      <ReturnDialog
        key={answered} // another return begins with an empty form
        {...dialog('receive_return')}
        order={order}
        onReceive={(returned) => void onAnswer({ verb: 'receive_return', version, returned })}
      />
      <ReasonDialog<DeclineReason>
        {...dialog('decline_refund')}
        title="Why is it not refunded?"
        text="The customer gets no email about this: tell them yourself."
        reasons={DECLINE_REASONS}
        onChoose={(reason) => void onAnswer({ verb: 'decline_refund', version, reason })}
      />
    </>
  );
}
