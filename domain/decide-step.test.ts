import { describe, expect, test } from 'vitest';
import { decideStep, SHOPPERS_FACTS, type StepFacts, type StepInput } from './decide-step.ts';
import { FULFILMENTS, type Fulfilment } from './fulfilment.ts';
import { TRANSITIONS, UNDO_VERBS, VERBS, type Verb } from './order-verbs.ts';

/** A cash order of two pieces, as its owner acts on it. */
const FACTS: StepFacts = {
  ...SHOPPERS_FACTS,
  by: 'owner',
  fulfilment: 'pending',
  version: 3,
  payment_method: 'cod',
  payment_status: 'pending',
  payment_id: null,
  refundable_paise: 0,
  disputed: false,
  sold_pieces: 2,
  reopenable: true,
  return_undoable: true,
  refund_declinable: true,
  decline_undoable: true,
  failed_attempts: 0,
  items: [{ id: 'a', quantity: 2, returned: 0 }],
  courier: { id: 'c', name: 'Blue Dart', active: true, numbered: true, has_parcel: false },
};
const ONLINE = {
  payment_method: 'razorpay',
  payment_mode: 'live',
  payment_status: 'paid',
  payment_id: 'pay_1',
  refundable_paise: 99_800,
} as const;

const decide = (
  verb: Verb,
  fulfilment: Fulfilment,
  facts: Partial<StepFacts> = {},
  input: Partial<StepInput> = {},
) =>
  decideStep(
    verb,
    { ...FACTS, ...facts, fulfilment },
    { version: 3, tracking_number: 'TR1', good: { a: 1 }, ...input },
  );

test('a verb leads where its transition says, and is refused in every other state', () => {
  for (const verb of VERBS)
    for (const from of FULFILMENTS) {
      const ways = TRANSITIONS.filter((way) => way.verb === verb && way.from === from);
      const failed_attempts = verb === 'undo_attempt_failed' ? 1 : 0;
      const undone = UNDO_VERBS.some((undo) => undo === verb);
      for (const { to } of ways)
        expect(
          decide(verb, from, { failed_attempts, undone_from: undone ? to : null }),
          `${verb} when ${from}`,
        ).toMatchObject({ step: { from, to } });
      if (ways.length === 0)
        expect(decide(verb, from, { undone_from: 'packed' }), `${verb} when ${from}`).toEqual({
          refused: 'not_allowed_now',
        });
    }
});

test.each<[string, Parameters<typeof decide>, string]>([
  ['another role', ['deliver', 'shipped', { by: 'packer' }], 'not_permitted'],
  ['an older version', ['confirm', 'pending', {}, { version: 2 }], 'order_changed'],
  [
    'a disputed payment, for its shopper',
    ['cancel', 'pending', { ...ONLINE, by: 'shopper', disputed: true }, { version: null }],
    'not_allowed_now',
  ],
  ['a full refund', ['pack', 'confirmed', { ...ONLINE, wholly_refunded: true }], 'order_refunded'],
  [
    'an email that has left',
    ['undo_cancel', 'cancelled', { reopenable: false, undone_from: 'pending' }],
    'shopper_told',
  ],
  ['a second factor of this morning', ['cancel', 'confirmed', ONLINE], 'stale_factor'],
  ['no such courier', ['hand_over', 'packed', { courier: null }], 'not_found'],
  ['no number', ['hand_over', 'packed', {}, { tracking_number: undefined }], 'invalid_input'],
  [
    'more pieces than were sold',
    ['receive_return', 'delivered', {}, { good: { a: 3 } }],
    'not_allowed_now',
  ],
  [
    'a piece of another order',
    ['receive_return', 'delivered', {}, { good: { b: 1 } }],
    'not_allowed_now',
  ],
  ['no piece', ['receive_return', 'delivered', {}, { good: { a: 0 } }], 'not_allowed_now'],
])('because of %s a step is refused', (_, step, refused) => {
  expect(decide(...step)).toEqual({ refused });
});

describe('a step', () => {
  test('that ends an order paid online gives back what is left of it, but nothing while the bank may', () => {
    const recent = { ...ONLINE, factor_is_recent: true };
    expect(decide('cancel', 'confirmed', recent)).toMatchObject({
      step: {
        refund: { paise: 99_800, reason: 'cancelled' },
        restock: { reason: 'cancelled', pieces: { a: 2 } },
        event: { data: { refunded: 998, restocked: 2 } },
      },
    });
    expect(decide('lose', 'shipped', recent)).toMatchObject({
      step: { refund: { reason: 'returned' } },
    });
    const disputed = decide('lose', 'shipped', { ...recent, disputed: true });
    expect(disputed).toMatchObject({ step: { refund: null } });
  });

  test('of a delivery makes cash due, and its undo takes that back', () => {
    const delivered = { step: { payment_status: 'paid', cash: 'due', parcel: 'delivered' } };
    expect(decide('deliver', 'shipped')).toMatchObject(delivered);
    const back = decide('undeliver', 'delivered', {
      cash_is_due: true,
      undone_from: 'shipped',
      payment_status: 'paid',
    });
    expect(back).toMatchObject({ step: { payment_status: 'pending', cash: 'void' } });
  });

  test('that hands over an unpacked order packs it, and is repeated by a lost answer only in name', () => {
    expect(decide('hand_over', 'pending')).toMatchObject({
      step: {
        noted: { before: { kind: 'pack', from: 'pending' }, after: null },
        event: { data: { courier: 'Blue Dart', courier_id: 'c', tracking_number: 'TR1' } },
      },
    });
    const courier = FACTS.courier && { ...FACTS.courier, has_parcel: true };
    expect(decide('hand_over', 'shipped', { courier }, { version: 2 })).toEqual({ repeated: true });
  });

  test('of a packer leads back to no state that packers do not see', () => {
    const unpacked = decide('unpack', 'packed', { by: 'packer', undone_from: 'pending' });
    expect(unpacked).toMatchObject({ step: { to: 'confirmed' } });
  });
});
