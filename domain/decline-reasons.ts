/** Why a return is not refunded. */
export const DECLINE_REASONS = {
  replaced: 'Something else was sent for it',
  agreed: 'Agreed with the customer',
  opened: 'It was opened or used',
  too_late: 'It was sent back too late',
  other: 'Another reason',
} as const;
export type DeclineReason = keyof typeof DECLINE_REASONS;
