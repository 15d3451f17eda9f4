import { describe, expect, test } from 'vitest';
import { decideStep, SHOPPERS_FACTS, type StepFacts, type StepInput } from './decide-step.ts';
import { FULFILMENTS, type Fulfilment } from './fulfilment.ts';
import { keysOf } from './keys-of.ts';
import { TRANSITIONS, UNDO_KINDS, type Undoable, VERBS, type Verb, waysOf } from './order-verbs.ts';

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
  to_take_out: true,
  refund_declinable: true,
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

/** What an order is like after a step that led to a state, so that the step can be undone. */
const AFTER: Partial<Record<Undoable, Partial<StepFacts>>> = {
  attempt_failed: { failed_attempts: 1 },
  take_out: { taken_out: true },
  receive_return: { returned_pieces: 1, last_of_return: 'receive_return' },
  decline_refund: { returned_pieces: 1, last_of_return: 'decline_refund' },
};
/** The facts after such a step, which led away from a state. */
const takenBefore = (kind: Undoable, from: Fulfilment | null, data = {}) => ({
  ...AFTER[kind],
  events: [{ id: '1', kind, from, data }],
});

test('a verb leads where its transition says, and is refused in every other state', () => {
  for (const verb of VERBS)
    for (const from of FULFILMENTS) {
      if (verb === 'undo') continue;
      const [way] = waysOf(verb, from);
      const decision = way ? { step: { from, to: way.to } } : { refused: 'not_allowed_now' };
      expect(decide(verb, from), `${verb} when ${from}`).toMatchObject(decision);
    }
});

test('a shopper confirms and cancels until the hand-over, is told the same a second time, and does nothing else', () => {
  const OPEN = { confirm: ['pending'], cancel: ['pending', 'confirmed', 'packed'] };
  const DONE = { confirm: ['confirmed', 'packed'], cancel: ['cancelled'] };
  for (const verb of VERBS)
    for (const from of FULFILMENTS) {
      const [open, done]: string[][] =
        verb === 'confirm' || verb === 'cancel' ? [OPEN[verb], DONE[verb]] : [];
      const decided = decide(verb, from, { by: 'shopper' }, { version: null });
      expect(decided, `${verb} when ${from}`).toMatchObject(
        open?.includes(from)
          ? { step: { from, event: { kind: verb, shown_to_shopper: true } } }
          : done?.includes(from)
            ? { repeated: true }
            : { refused: 'not_allowed_now' },
      );
    }
});

test('an undo leads back to where the last step came from', () => {
  for (const { verb, from, to } of TRANSITIONS)
    for (const step of keysOf(UNDO_KINDS).filter((each) => each === verb))
      expect(decide('undo', to, takenBefore(step, from)), `${verb} when ${to}`).toMatchObject({
        step: { to: from, event: { kind: UNDO_KINDS[step] }, undone: { id: '1' } },
      });
  for (const state of ['pending', 'returned'] as const)
    expect(decide('undo', state)).toEqual({ refused: 'not_allowed_now' });
});

test('an undo that may lead to several states needs the step that it undoes, and not one that was undone', () => {
  const steps = ['pack', 'unpack'].map((kind, id) => ({ id: `${id}`, kind, from: null, data: {} }));
  for (const events of [[], steps])
    expect(decide('undo', 'packed', { events })).toEqual({ refused: 'not_allowed_now' });
  expect(decide('undo', 'confirmed', { events: [] })).toMatchObject({ step: { to: 'pending' } });
});

test.each<[string, Parameters<typeof decide>, string]>([
  ['another role', ['deliver', 'shipped', { by: 'packer' }], 'not_permitted'],
  ['a step of others', ['undo', 'returning', { by: 'packer' }], 'not_permitted'],
  ['an older version', ['confirm', 'pending', {}, { version: 2 }], 'order_changed'],
  [
    'an older version, where the last step is of others now',
    ['undo', 'cancelled', { by: 'packer' }, { version: 2 }],
    'order_changed',
  ],
  [
    'a disputed payment, for its shopper',
    ['cancel', 'pending', { ...ONLINE, by: 'shopper', disputed: true }, { version: null }],
    'not_allowed_now',
  ],
  [
    'its shopper',
    [
      'undo',
      'shipped',
      { by: 'shopper', ...takenBefore('hand_over', 'packed') },
      { version: null },
    ],
    'not_allowed_now',
  ],
  ['a full refund', ['pack', 'confirmed', { ...ONLINE, wholly_refunded: true }], 'order_refunded'],
  [
    'an email that has left',
    ['undo', 'cancelled', { reopenable: false, ...takenBefore('cancel', 'pending') }],
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

  test('that ends no order gives nothing back, and so no parcel that is taken out of one that was cancelled before', () => {
    for (const { verb, from, to } of TRANSITIONS.filter((way) => way.from === way.to))
      expect(decide(verb, from, ONLINE), `${verb} when ${to}`).toMatchObject({
        step: { refund: null },
      });
  });

  test('of a delivery makes cash due, and its undo takes that back', () => {
    const delivered = { step: { payment_status: 'paid', cash: 'due', parcel: 'delivered' } };
    expect(decide('deliver', 'shipped')).toMatchObject(delivered);
    const back = decide('undo', 'delivered', {
      ...takenBefore('deliver', 'shipped'),
      cash_is_due: true,
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
    const unpacked = decide('undo', 'packed', { by: 'packer', ...takenBefore('pack', 'pending') });
    expect(unpacked).toMatchObject({ step: { to: 'confirmed' } });
  });
});
