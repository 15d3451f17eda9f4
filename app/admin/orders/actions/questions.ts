import { ORDER_VERB_TITLES, verbName } from '#app/admin/orders/event-texts.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import {
  EMAIL_DELAY_SECONDS,
  UNDO_SECONDS,
  type Undoable,
  type Verb,
} from '#domain/order-verbs.ts';
import { ATTEMPT_REASONS, CANCEL_REASONS, DECLINE_REASONS } from '#domain/reasons.ts';

/** What a verb asks before it changes an order. */
export type Question = {
  title: string;
  /** What the verb will do. */
  text?: string;
  /** The answers of which one is chosen by pressing it; without them the verb is confirmed by its own button. */
  reasons?: Record<string, string>;
  /** Above the reasons. */
  because?: string;
  /** The items whose pieces are counted, and as what. */
  counted?: { items: CountedItem[]; kinds: readonly Kind[] };
  verb: string;
  /** The label of the button that changes nothing. */
  keep: string;
  /** What the confirmed verb sends, besides itself and the version; null while something is missing. */
  answer: object | null;
};

/** Pieces that came back. */
export type Count = { good: number; damaged: number };
export type Kind = keyof Count;
/** `most`: how many can have come back. */
type CountedItem = OrderDetail['order_items'][number] & Count & { most: number; about: string };

export type AskingVerb = keyof typeof QUESTIONS;

/** Whether a verb may ask something before it changes an order. */
export const asks = (verb: Verb): verb is AskingVerb => verb in QUESTIONS;

/** The question of a verb. `counts`: the pieces that were counted so far, by the ids of the items. */
export function questionOf(
  order: OrderDetail,
  verb: AskingVerb,
  counts: Record<string, Count>,
): Question {
  const items = order.order_items.map((item) => ({ ...item, ...(counts[item.id] ?? NONE) }));
  const rest = { verb: verbName(verb, order.undo), keep: 'Cancel', answer: {} };
  return { ...rest, ...QUESTIONS[verb](order, items) };
}

const NONE: Count = { good: 0, damaged: 0 };

type Asked = Omit<Question, 'verb' | 'keep' | 'answer'> & Partial<Question>;
type Item = OrderDetail['order_items'][number] & Count;

const QUESTIONS = {
  cancel: (order: OrderDetail): Asked => ({
    ...cancelQuestion(1, effectsOf(order, 'cancel'), order.payment_method === 'cod'),
    title: `Cancel ${order.order_number}`,
  }),

  attempt_failed: (): Asked => ({
    title: 'Why was it not delivered?',
    reasons: ATTEMPT_REASONS,
  }),

  decline_refund: (): Asked => ({
    title: 'Why is it not refunded?',
    text: 'The customer gets no email about this: tell them yourself.',
    reasons: DECLINE_REASONS,
  }),

  receive_back(order: OrderDetail, all: Item[]): Asked {
    const good = all.map(({ id, quantity, damaged }) => ({ item: id, pieces: quantity - damaged }));
    const pieces = good.reduce((sum, each) => sum + each.pieces, 0);
    const items = all.map((item) => ({
      ...item,
      most: item.quantity,
      about: `${item.quantity - item.damaged} good of ${item.quantity}`,
    }));
    return {
      title: 'What came back?',
      text: `${effectsOf(order, 'receive_back', pieces)} Damaged pieces are not sold again. This cannot be undone.`,
      counted: { items, kinds: ['damaged'] },
      answer: { good },
    };
  },

  receive_return(_: OrderDetail, all: Item[]): Asked {
    const returned = all
      .filter(({ good, damaged }) => good + damaged > 0)
      .map(({ id, good, damaged }) => ({ item: id, good, damaged }));
    const items = all
      .map((item) => ({
        ...item,
        most: item.quantity - item.returned_good - item.returned_damaged,
      }))
      .filter(({ most }) => most > 0)
      .map((item) => ({ ...item, about: `${item.most} with the customer` }));
    return {
      title: 'What came back?',
      text: 'Good pieces go back into stock. The refund comes after this, as a step of its own.',
      counted: { items, kinds: ['good', 'damaged'] },
      answer: returned.length > 0 ? { returned } : null,
    };
  },

  lose: (order: OrderDetail): Asked => ({
    title: `Is ${order.order_number} lost?`,
    text: `Nothing goes back into stock. ${effectsOf(order, 'lose')} ${
      order.payment_method === 'cod'
        ? 'If it is found, this can be undone.'
        : 'This cannot be undone.'
    }`,
    keep: 'Not lost',
  }),

  undo: ({ order_number, undo }: OrderDetail): Asked => ({
    title: undo ? `Undo “${ORDER_VERB_TITLES[undo]}” of ${order_number}?` : order_number,
    text: undo ? undoText(undo) : '',
    keep: 'Leave as it is',
  }),
};

/**
 * The question before orders are cancelled.
 *
 * @param effects what cancelling will do.
 * @param undoable whether it can be undone until shortly before the customer's email is sent.
 */
export function cancelQuestion(count: number, effects: string, undoable: boolean): Question {
  const until = `This can be undone for ${UNDO_SECONDS} seconds. The email is sent after that.`;
  return {
    title: count === 1 ? 'Cancel 1 order' : `Cancel ${count} orders`,
    text: `${effects} ${undoable ? until : 'This cannot be undone.'}`,
    because: count === 1 ? 'Cancel, because:' : `Cancel all ${count}, because:`,
    reasons: CANCEL_REASONS,
    verb: '',
    keep: count === 1 ? 'Keep the order' : 'Keep the orders',
    answer: null,
  };
}

/** 'Two pieces go back into stock. ₹998.00 is refunded. The customer gets an email.' `good`: pieces that are not damaged. */
function effectsOf(order: OrderDetail, verb: Verb, good?: number): string {
  const effects = order.effects.find((each) => each.verb === verb);
  if (!effects) return '';
  const { refunds, mails } = effects;
  const restocks = good ?? effects.restocks;
  return [
    restocks === 1 && 'One piece goes back into stock.',
    restocks > 1 && `${restocks} pieces go back into stock.`,
    refunds && `${formatRupees(refunds)} is refunded.`,
    mails && 'The customer gets an email.',
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * What the email about the undone step said. Steps without an entry have no email, or can only be undone before it is
 * sent.
 */
const EMAIL_TEXTS: Partial<Record<Undoable, string>> = {
  confirm: 'that the order is confirmed',
  hand_over: 'that the parcel is on its way',
  attempt_failed: 'that the courier could not deliver',
  deliver: 'that the parcel was delivered',
  lose: 'that the parcel is lost',
  receive_return: 'that the return has arrived',
};

/** Whether the step has an email, after which undoing it must be confirmed. */
export function hasEmail(step: Undoable): boolean {
  return EMAIL_TEXTS[step] !== undefined;
}

/** Whether the email about the step has been sent: then undoing the step must be confirmed. */
export function isEmailSent(
  { events, undo: step }: Pick<OrderDetail, 'events' | 'undo'>,
  now: number,
): boolean {
  if (!step || !hasEmail(step)) return false;
  const event = events.findLast(({ kind }) => kind === step);
  return event !== undefined && now - Date.parse(event.at) > EMAIL_DELAY_SECONDS * 1000;
}

/** 'The customer was told by email that the parcel was delivered, and gets no other email about this.'; '' for a step without. */
function undoText(step: Undoable): string {
  const told = EMAIL_TEXTS[step];
  return told ? `The customer was told by email ${told}, and gets no other email about this.` : '';
}
