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
