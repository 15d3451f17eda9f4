import { expect, test } from 'vitest';
import { FULFILMENTS, type Fulfilment } from '#domain/fulfilment.ts';
import { TRANSITIONS } from '#domain/order-verbs.ts';
import { type DemoVerb, planOrders } from './plan.ts';

const NOW = new Date('2026-11-22T09:00:00Z');

function ending(verbs: DemoVerb[]): Fulfilment {
  return verbs.reduce<Fulfilment>((from, verb) => {
    if (verb === 'refund') return from;
    const step = TRANSITIONS.find((each) => each.verb === verb && each.from === from);
    if (!step) throw new Error(`${verb} does not follow ${from}`);
    return step.to;
  }, 'pending');
}

test('sixty orders in every state, over the last ninety days', () => {
  const planned = planOrders(NOW);
  expect(planned).toHaveLength(60);
  const states = new Set(planned.map(({ steps }) => ending(steps.map(({ verb }) => verb))));
  expect([...states].sort()).toEqual([...FULFILMENTS].sort());
  const oldest = NOW.getTime() - 90 * 24 * 60 * 60 * 1000;
  for (const { placedAt } of planned) expect(placedAt.getTime()).toBeGreaterThan(oldest);
});

test('nothing happens in the future, and everything in its order', () => {
  for (const { placedAt, steps } of planOrders(NOW)) {
    const instants = [placedAt, ...steps.map(({ at }) => at)].map((at) => at.getTime());
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    expect(Math.max(...instants)).toBeLessThanOrEqual(NOW.getTime());
  }
});
