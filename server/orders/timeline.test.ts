import { expect, test } from 'vitest';
import { type StoredTimeline, sharedTimelineOf } from './timeline.ts';

const refunded = (amount: number): StoredTimeline => ({
  created_at: '2026-11-23T06:00:00Z',
  payment_method: 'cod',
  total_amount: 998,
  events: [
    {
      id: '1',
      kind: 'manual_refund',
      at: '2026-11-26T06:00:00Z',
      actor: 'staff',
      data: { amount },
      mailed: false,
      tracking_url: null,
    },
  ],
});

test('the link of an email shows whether a refund was only a part, and not how much it was', () => {
  for (const [amount, is_part] of [
    [499, true],
    [998, false],
  ] as const) {
    expect(sharedTimelineOf(refunded(amount)).at(-1)).toMatchObject({ amount: null, is_part });
  }
});
