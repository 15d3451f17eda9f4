import type { Fulfilment } from './fulfilment.ts';
import type { StaffRole } from './staff.ts';

/** What takes an order a step further. */
const STEP_VERBS = [
  'confirm',
  'pack',
  'hand_over',
  'attempt_failed',
  'deliver',
  'return_to_origin',
  'receive_back',
  'lose',
  'cancel',
  'take_out',
  'receive_return',
  'decline_refund',
] as const;
export type StepVerb = (typeof STEP_VERBS)[number];

/** What can be done to an order: a step, or taking the last one back. */
export const VERBS = [...STEP_VERBS, 'undo'] as const;
export type Verb = (typeof VERBS)[number];

/** The kind of the event, and of the audit entry, that says that a step was undone; other steps cannot be. */
export const UNDO_KINDS = {
  confirm: 'unconfirm',
  pack: 'unpack',
  hand_over: 'take_back',
  attempt_failed: 'undo_attempt_failed',
  deliver: 'undeliver',
  return_to_origin: 'undo_return_to_origin',
  lose: 'undo_lose',
  cancel: 'undo_cancel',
  take_out: 'undo_take_out',
  receive_return: 'undo_return',
  decline_refund: 'undo_decline_refund',
} as const satisfies Partial<Record<StepVerb, string>>;
export type Undoable = keyof typeof UNDO_KINDS;

/** What an event says happened: a step, or that one was undone. */
export const STEP_KINDS = [...STEP_VERBS, ...Object.values(UNDO_KINDS)];
export type StepKind = (typeof STEP_KINDS)[number];

/** What a shopper reads nothing of. */
export const HIDDEN_FROM_SHOPPERS: readonly StepKind[] = [
  'take_out',
  'undo_take_out',
  'decline_refund',
  'undo_decline_refund',
];

type Transition = { verb: StepVerb; from: Fulfilment; to: Fulfilment };

/**
 * Every way from one state to another. An undo leads back to where the undone step came from. The database allows these
 * changes of `orders.fulfilment`, and their reverse where they can be undone, and no others (order_moves_by_transition()
 * in db/schema); a test compares them.
 */
export const TRANSITIONS: readonly Transition[] = [
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
  { verb: 'take_out', from: 'cancelled', to: 'cancelled' },
  { verb: 'receive_return', from: 'delivered', to: 'delivered' },
  { verb: 'decline_refund', from: 'delivered', to: 'delivered' },
];

/** The ways of a step from a state; none where it is not possible. */
export const waysOf = (step: StepVerb, state: Fulfilment): readonly Transition[] =>
  TRANSITIONS.filter(({ verb, from }) => verb === step && from === state);

/** Verbs that are never the usual next step. */
const EXCEPTIONS = new Set<Verb>([
  'undo',
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

const PACKERS_VERBS: readonly Verb[] = ['pack', 'hand_over', 'take_out'];

/** Whether a role may take a step, and undo it: owners all of them, packers those of the parcel, accountants none. */
export function mayUse(role: StaffRole, step: StepVerb): boolean {
  return role === 'owner' || (role === 'packer' && PACKERS_VERBS.includes(step));
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
 * Seconds in which Undo is offered for a verb that has an email, and in which a cancellation can be undone at all. The
 * rest of the emails' delay is left for the undo itself.
 */
export const UNDO_SECONDS = 50;
