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
