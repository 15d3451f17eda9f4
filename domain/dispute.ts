/** Razorpay's states of a dispute: https://razorpay.com/docs/payments/disputes/ */
export const DISPUTE_STATUSES = ['open', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** Razorpay's phases of a dispute, in their order. A dispute that is decided may be reopened in a later one. */
export const DISPUTE_PHASES = [
  'fraud',
  'retrieval',
  'chargeback',
  'pre_arbitration',
  'arbitration',
] as const;

/** How staff read a state. */
export const DISPUTE_STATUS_TEXTS: Record<DisputeStatus, string> = {
  open: 'to be answered',
  under_review: 'with the bank',
  won: 'won',
  lost: 'lost',
  closed: 'closed',
};

/** Whether the bank may still take the money back, so that a refund could return it twice. */
export function isUndecided(status: DisputeStatus): boolean {
  return status === 'open' || status === 'under_review';
}

/** Whether the bank only suspects a fraud: details of the payment or a refund close such a dispute. */
export function isSuspicion({ phase }: { phase: string }): boolean {
  return phase === 'fraud';
}

/** The gateway's codes as words: 'goods_or_services_not_received' is 'goods or services not received'. */
export function codeInWords(code: string): string {
  return code.replaceAll('_', ' ');
}
