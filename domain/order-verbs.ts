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

type Transition = { verb: Verb; from: Fulfilment; to: Fulfilment };

/**
 * The rows of the table `order_transitions`; a test compares them. Where an undo has several targets, the order returns
 * to the state that the undone step came from.
 */
export const TRANSITIONS: readonly Transition[] = [
  { verb: 'confirm', from: 'pending', to: 'confirmed' },
  { verb: 'unconfirm', from: 'confirmed', to: 'pending' },
  { verb: 'pack', from: 'pending', to: 'packed' },
  { verb: 'pack', from: 'confirmed', to: 'packed' },
  { verb: 'unpack', from: 'packed', to: 'pending' },
  { verb: 'unpack', from: 'packed', to: 'confirmed' },
  { verb: 'hand_over', from: 'pending', to: 'shipped' },
  { verb: 'hand_over', from: 'confirmed', to: 'shipped' },
  { verb: 'hand_over', from: 'packed', to: 'shipped' },
  { verb: 'take_back', from: 'shipped', to: 'pending' },
  { verb: 'take_back', from: 'shipped', to: 'confirmed' },
  { verb: 'take_back', from: 'shipped', to: 'packed' },
  { verb: 'attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'undo_attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'deliver', from: 'shipped', to: 'delivered' },
  { verb: 'deliver', from: 'returning', to: 'delivered' },
  { verb: 'undeliver', from: 'delivered', to: 'shipped' },
  { verb: 'undeliver', from: 'delivered', to: 'returning' },
  { verb: 'return_to_origin', from: 'shipped', to: 'returning' },
  { verb: 'undo_return_to_origin', from: 'returning', to: 'shipped' },
  { verb: 'receive_back', from: 'shipped', to: 'returned' },
  { verb: 'receive_back', from: 'returning', to: 'returned' },
  { verb: 'lose', from: 'shipped', to: 'lost' },
  { verb: 'lose', from: 'returning', to: 'lost' },
  { verb: 'undo_lose', from: 'lost', to: 'shipped' },
  { verb: 'undo_lose', from: 'lost', to: 'returning' },
  { verb: 'cancel', from: 'pending', to: 'cancelled' },
  { verb: 'cancel', from: 'confirmed', to: 'cancelled' },
  { verb: 'cancel', from: 'packed', to: 'cancelled' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'pending' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'confirmed' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'packed' },
  { verb: 'receive_return', from: 'delivered', to: 'delivered' },
  { verb: 'undo_return', from: 'delivered', to: 'delivered' },
  { verb: 'decline_refund', from: 'delivered', to: 'delivered' },
  { verb: 'undo_decline_refund', from: 'delivered', to: 'delivered' },
];

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

/** The verb that undoes each verb; the same as `undoes` in the table `order_verbs`, a test compares them. */
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

/** Which roles may use a verb. The endpoint and the table `order_verbs` check it too. */
export const VERB_ROLES: Record<Verb, readonly StaffRole[]> = {
  confirm: ['owner'],
  unconfirm: ['owner'],
  pack: ['owner', 'packer'],
  unpack: ['owner', 'packer'],
  hand_over: ['owner', 'packer'],
  take_back: ['owner', 'packer'],
  attempt_failed: ['owner'],
  undo_attempt_failed: ['owner'],
  deliver: ['owner'],
  undeliver: ['owner'],
  return_to_origin: ['owner'],
  undo_return_to_origin: ['owner'],
  receive_back: ['owner'],
  lose: ['owner'],
  undo_lose: ['owner'],
  cancel: ['owner'],
  undo_cancel: ['owner'],
  receive_return: ['owner'],
  undo_return: ['owner'],
  decline_refund: ['owner'],
  undo_decline_refund: ['owner'],
};

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
