import type { FailedJob } from '#contract/admin/failed-jobs.ts';

/** 'Order confirmation, AP-7KQ-M2X': with its order or address. */
export function jobLabel({ name, order_number, recipient }: FailedJob): string {
  return [name, order_number ?? recipient].filter(Boolean).join(', ');
}
