import type { Fulfilment } from './fulfilment.ts';

/** What decides about a correction, as it is while the order is locked. */
export type ParcelFacts = {
  fulfilment: Fulfilment;
  version: number;
  /** The last parcel that was handed over and not taken back. */
  parcel: { courier_id: string; tracking_number: string | null } | null;
  /** The courier that the parcel should have; null if there is none of that id. */
  courier: { id: string; active: boolean; numbered: boolean } | null;
  /** Whether the courier of the parcel has paid its cash, or that is disputed. */
  cash_settled: boolean;
  /** Whether the email about the hand-over has not left; it reads the number when it does. */
  email_waits: boolean;
};

export type ParcelInput = { version: number; tracking_number?: string | undefined };

/** The number that the parcel gets, null for a courier without numbers; and whether its shopper is told. */
export type ParcelCorrected = { number: string | null; told: boolean };

type Refusal = 'order_changed' | 'not_allowed_now' | 'not_found' | 'invalid_input';

/** The states in which somebody still follows the parcel, or its cash is matched by its number. */
export const PARCEL_IS_FOLLOWED: readonly Fulfilment[] = ['shipped', 'returning', 'delivered'];

/**
 * Corrects a wrong tracking number or courier after the hand-over, without taking the parcel back: of one that was
 * delivered its shopper would have read that it is on its way. `unchanged`: the parcel is as it should be.
 */
export function decideParcelCorrection(
  facts: ParcelFacts,
  { version, tracking_number }: ParcelInput,
): ParcelCorrected | { refused: Refusal } | { unchanged: true } {
  const { fulfilment, parcel, email_waits } = facts;
  const courier =
    facts.courier?.active || facts.courier?.id === parcel?.courier_id ? facts.courier : null;
  const isOther = courier?.id !== parcel?.courier_id;
  const number = courier?.numbered ? (tracking_number ?? null) : null;
  if (parcel && !isOther && parcel.tracking_number === number) return { unchanged: true };
  if (facts.version !== version) return { refused: 'order_changed' };
  // Another courier cannot owe what this one has paid.
  if (
    !parcel ||
    !PARCEL_IS_FOLLOWED.includes(fulfilment) ||
    (courier && isOther && facts.cash_settled)
  )
    return { refused: 'not_allowed_now' };
  if (!courier) return { refused: 'not_found' };
  if (courier.numbered && number === null) return { refused: 'invalid_input' };
  return { number, told: fulfilment === 'shipped' && !email_waits };
}
