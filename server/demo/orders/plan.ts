import { DAY_MS } from '#domain/day.ts';
import type { Verb } from '#domain/order-verbs.ts';

/** What staff do with an order. `refund` records a refund by hand: of the returned pieces, or else of half of the order. */
export type DemoVerb = Verb | 'refund';

/** A verb and how many hours after the order, or after the verb before, it comes. */
type Step = { verb: DemoVerb; hours: number };

/** What becomes of an order, and between how many and how many days ago it is placed. */
type OrderScenario = {
  orders: number;
  days: [newest: number, oldest: number];
  steps: readonly Step[];
};

const CONFIRM: Step = { verb: 'confirm', hours: 3 };
const PACK: Step = { verb: 'pack', hours: 16 };
const HAND_OVER: Step = { verb: 'hand_over', hours: 5 };
const FAIL: Step = { verb: 'attempt_failed', hours: 60 };
const DELIVER: Step = { verb: 'deliver', hours: 80 };
const SENT = [CONFIRM, PACK, HAND_OVER];

/** Sixty orders: a shop of about five orders a week, with everything that can happen to one. */
const SCENARIOS: readonly OrderScenario[] = [
  { orders: 5, days: [0, 1.1], steps: [] },
  { orders: 5, days: [0.5, 1.8], steps: [CONFIRM] },
  { orders: 4, days: [1.2, 2.6], steps: [CONFIRM, PACK] },
  { orders: 5, days: [2.4, 6], steps: SENT },
  { orders: 2, days: [4, 6], steps: [...SENT, FAIL] },
  { orders: 1, days: [9, 10], steps: SENT },
  { orders: 1, days: [8, 9], steps: [...SENT, FAIL, { verb: 'return_to_origin', hours: 30 }] },
  { orders: 25, days: [7, 88], steps: [...SENT, DELIVER] },
  {
    orders: 2,
    days: [16, 30],
    steps: [...SENT, DELIVER, { verb: 'receive_return', hours: 120 }, { verb: 'refund', hours: 2 }],
  },
  { orders: 1, days: [24, 26], steps: [...SENT, DELIVER, { verb: 'refund', hours: 40 }] },
  { orders: 2, days: [20, 60], steps: [...SENT, FAIL, { verb: 'deliver', hours: 26 }] },
  { orders: 3, days: [6, 80], steps: [{ verb: 'cancel', hours: 6 }] },
  {
    orders: 3,
    days: [15, 75],
    steps: [
      ...SENT,
      FAIL,
      { verb: 'return_to_origin', hours: 48 },
      { verb: 'receive_back', hours: 96 },
    ],
  },
  { orders: 1, days: [40, 50], steps: [...SENT, { verb: 'lose', hours: 400 }] },
];

export type PlannedOrder = { placedAt: Date; steps: { verb: DemoVerb; at: Date }[] };

/** The orders of all scenarios with their instants, the oldest first; none is in the future. */
export function planOrders(now: Date): PlannedOrder[] {
  return SCENARIOS.flatMap(({ orders, days: [newest, oldest], steps }) =>
    Array.from({ length: orders }, (_, index) => {
      const share = (index + 0.5) / orders;
      const placedAt = new Date(now.getTime() - (newest + (oldest - newest) * share) * DAY_MS);
      return { placedAt, steps: stepsFrom(placedAt, steps, now) };
    }),
  ).sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime());
}

const HOUR_MS = 60 * 60 * 1000;

function stepsFrom(placedAt: Date, steps: readonly Step[], now: Date) {
  let at = placedAt.getTime();
  return steps.map(({ verb, hours }) => {
    at = Math.min(at + hours * HOUR_MS, now.getTime());
    return { verb, at: new Date(at) };
  });
}
