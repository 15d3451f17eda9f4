import type { Fulfilment } from './fulfilment.ts';
import type { StaffRole } from './staff.ts';

/** What can be done to an order. */
export const VERBS = [
  'confirm',
  'unconfirm',
  'pack',
  'unpack',
  'hand_over',
  'take_back',
  'attempt_failed',
  'undo_attempt_failed',
  'deliver',
  'undeliver',
  'return_to_origin',
  'undo_return_to_origin',
  'receive_back',
  'lose',
  'undo_lose',
  'cancel',
  'undo_cancel',
  'receive_return',
  'undo_return',
  'decline_refund',
  'undo_decline_refund',
] as const;
export type Verb = (typeof VERBS)[number];

/** Verbs that undo another one. Their requests have no input besides the version. */
export const UNDO_VERBS = [
  'unconfirm',
  'unpack',
  'take_back',
  'undo_attempt_failed',
  'undeliver',
  'undo_return_to_origin',
  'undo_lose',
  'undo_cancel',
  'undo_return',
  'undo_decline_refund',
] as const satisfies readonly Verb[];
export type Undo = (typeof UNDO_VERBS)[number];

/** The verb that undoes each verb. */
export const UNDO_VERB_OF: Partial<Record<Verb, Undo>> = {
  confirm: 'unconfirm',
  pack: 'unpack',
  hand_over: 'take_back',
  attempt_failed: 'undo_attempt_failed',
  deliver: 'undeliver',
  return_to_origin: 'undo_return_to_origin',
  lose: 'undo_lose',
  cancel: 'undo_cancel',
  receive_return: 'undo_return',
  decline_refund: 'undo_decline_refund',
};

type Transition = { verb: Verb; from: Fulfilment; to: Fulfilment };

const STEPS: readonly Transition[] = [
  { verb: 'confirm', from: 'pending', to: 'confirmed' },
  { verb: 'pack', from: 'pending', to: 'packed' },
  { verb: 'pack', from: 'confirmed', to: 'packed' },
  { verb: 'hand_over', from: 'pending', to: 'shipped' },
  { verb: 'hand_over', from: 'confirmed', to: 'shipped' },
  { verb: 'hand_over', from: 'packed', to: 'shipped' },
  { verb: 'attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'deliver', from: 'shipped', to: 'delivered' },
  { verb: 'deliver', from: 'returning', to: 'delivered' },
  { verb: 'return_to_origin', from: 'shipped', to: 'returning' },
  { verb: 'receive_back', from: 'shipped', to: 'returned' },
  { verb: 'receive_back', from: 'returning', to: 'returned' },
  { verb: 'lose', from: 'shipped', to: 'lost' },
  { verb: 'lose', from: 'returning', to: 'lost' },
  { verb: 'cancel', from: 'pending', to: 'cancelled' },
  { verb: 'cancel', from: 'confirmed', to: 'cancelled' },
  { verb: 'cancel', from: 'packed', to: 'cancelled' },
  { verb: 'receive_return', from: 'delivered', to: 'delivered' },
  { verb: 'decline_refund', from: 'delivered', to: 'delivered' },
];

/**
 * Every way from one state to another. An undo leads back to where the undone step came from. The database allows the
 * same changes of `orders.fulfilment` and no others (order_moves_by_transition() in db/schema); a test compares them.
 */
export const TRANSITIONS: readonly Transition[] = STEPS.flatMap((step) => {
  const undo = UNDO_VERB_OF[step.verb];
  return undo ? [step, { verb: undo, from: step.to, to: step.from }] : [step];
});

/** Verbs that are never the usual next step. */
const EXCEPTIONS = new Set<Verb>([
  ...UNDO_VERBS,
  'attempt_failed',
  'return_to_origin',
  'lose',
  'cancel',
  'receive_return',
  'decline_refund',
]);

/**
 * The usual next step among the possible verbs: a parcel on its way is delivered, one that is coming back is received,
 * although couriers deliver some of these after all.
 */
export function nextVerb({
  fulfilment,
  verbs,
}: {
  fulfilment: Fulfilment;
  verbs: readonly Verb[];
}): Verb | undefined {
  return verbs.find(
    (verb) => !EXCEPTIONS.has(verb) && !(fulfilment === 'returning' && verb === 'deliver'),
  );
}

/** The label of each verb's button. */
export const VERB_NAMES: Record<Verb, string> = {
  confirm: 'Confirm',
  unconfirm: 'Not confirmed after all',
  pack: 'Packed',
  unpack: 'Unpack',
  hand_over: 'Hand over',
  take_back: 'Take back',
  attempt_failed: 'Delivery failed',
  undo_attempt_failed: 'Delivery did not fail',
  deliver: 'Delivered',
  undeliver: 'Not delivered after all',
  return_to_origin: 'Coming back',
  undo_return_to_origin: 'Not coming back after all',
  receive_back: 'Received back',
  lose: 'Lost',
  undo_lose: 'Not lost after all',
  cancel: 'Cancel',
  undo_cancel: 'Not cancelled after all',
  receive_return: 'Return received',
  undo_return: 'Not returned after all',
  decline_refund: 'No refund',
  undo_decline_refund: 'Refund after all',
};

const PACKERS_VERBS: readonly Verb[] = ['pack', 'unpack', 'hand_over', 'take_back'];

/** Whether a role may use a verb: owners all of them, packers those of the parcel, accountants none. */
export function mayUse(role: StaffRole, verb: Verb): boolean {
  return role === 'owner' || (role === 'packer' && PACKERS_VERBS.includes(verb));
}

/** The states in which a shopper can cancel, the same as for staff: until the parcel is handed over. */
export const CANCELLABLE: readonly Fulfilment[] = TRANSITIONS.filter(
  ({ verb }) => verb === 'cancel',
).map(({ from }) => from);

const BEFORE_HAND_OVER: readonly Fulfilment[] = TRANSITIONS.filter(
  ({ verb }) => verb === 'hand_over',
).map(({ from }) => from);

/** Whether the address of an order can no longer be corrected: its parcel was handed over, or will never be. */
export function isAddressFinal(fulfilment: Fulfilment): boolean {
  return !BEFORE_HAND_OVER.includes(fulfilment);
}

/** Seconds between a verb and its email. Undoing the verb in this time drops the email. */
export const EMAIL_DELAY_SECONDS = 60;

/**
 * Seconds in which Undo is offered for a verb that has an email, and in which a cancellation can be undone at all: see
 * mail_waits() in db/schema, which a test compares. The rest of the emails' delay is left for the undo itself.
 */
export const UNDO_SECONDS = 50;
