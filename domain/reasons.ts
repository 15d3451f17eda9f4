/** Why an order is cancelled. */
export const CANCEL_REASONS = {
  changed_mind: 'No longer wanted',
  ordered_twice: 'Ordered twice',
  wrong_address: 'Wrong address',
  wrong_item: 'Wrong product chosen',
  too_slow: 'Takes too long',
  not_confirmed: 'Could not be confirmed',
  not_serviceable: 'We do not deliver there',
  out_of_stock: 'Not in stock after all',
  other: 'Another reason',
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

/**
 * The reasons that shoppers can choose from. Not in domain/fulfilment.ts, because shoppers download the contract that
 * needs them.
 */
export const SHOPPER_CANCEL_REASONS = [
  'changed_mind',
  'ordered_twice',
  'wrong_address',
  'wrong_item',
  'too_slow',
  'other',
] as const satisfies readonly CancelReason[];

/** Why a courier could not deliver. */
export const ATTEMPT_REASONS = {
  nobody_home: 'Nobody was there',
  no_answer: 'The phone was not answered',
  wrong_address: 'The address was not found',
  refused: 'The parcel was refused',
  no_cash: 'The cash was not ready',
  later: 'Another day was asked for',
  other: 'Another reason',
} as const;
export type AttemptReason = keyof typeof ATTEMPT_REASONS;

/** Why a return is not refunded. */
export const DECLINE_REASONS = {
  replaced: 'Something else was sent for it',
  agreed: 'Agreed with the customer',
  opened: 'It was opened or used',
  too_late: 'It was sent back too late',
  other: 'Another reason',
} as const;
export type DeclineReason = keyof typeof DECLINE_REASONS;
