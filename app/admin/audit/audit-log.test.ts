import { describe, expect, test } from 'vitest';
import { readAuditFilter } from './audit-screen.tsx';
import { changesOf } from './changed-fields.ts';
import { nameOf, reasonOf, titleOf, VERB_OPTIONS } from './entry-texts.ts';

const UUID = 'dd7cacdc-6e47-4f5b-bc72-39cbccfa3d19';

test.each([
  ['subject_type=order&from=2026-11-22', { subject_type: 'order', from: '2026-11-22' }],
  ['subject_type=order&subject_id=5', { subject_type: 'order', subject_id: '5' }],
  ['verb=move_stock', { verb: 'move_stock' }],
  ['verb=constructor', {}],
  [`subject_id=${'5'.repeat(101)}`, {}],
  ['subject_type=constructor&staff=me&from=yesterday&to=', {}],
  [`from=2026-02-31&staff=${'-'.repeat(36)}`, {}],
])('of the URL %s what is valid filters', (search, filter) => {
  expect(readAuditFilter(new URLSearchParams(search))).toEqual(filter);
});

const change = (before: object | null, after: object | null) => {
  const known = (part: object | null) => part && { ...part };
  return changesOf({ before: known(before), after: known(after) });
};
const closed = { text: 'Closed', link: '/a' };

test.each([
  [
    'a changed field shows its value before and after',
    { role: 'packer', disabled_at: null, email: 'a@b.in' },
    { role: 'owner', disabled_at: null, email: 'a@b.in' },
    ['Role: Packer → Owner'],
  ],
  [
    'a new field shows its value, an empty one nothing',
    null,
    { pieces: 3, note: '' },
    ['Pieces: 3'],
  ],
  [
    'what was taken away is shown',
    { price: 499, starts_at: '2026-11-23T18:30:00Z' },
    null,
    ['Price: ₹499.00', expect.stringContaining('From: ')],
  ],
  [
    'so is an account',
    { email: 'a@b.in', role: 'packer' },
    null,
    ['Email: a@b.in', 'Role: Packer'],
  ],
  [
    'so are its devices and factors',
    { sessions: 2, factors: 1 },
    null,
    ['Signed-in devices: 2', 'Second factors: 1'],
  ],
  [
    'a setting is shown by each of its fields',
    { value: closed },
    { value: null },
    ['Text: Closed → –', 'Link: /a → –'],
  ],
  [
    'of a setting only what changed',
    { value: closed },
    { value: { ...closed, text: 'Open again' } },
    ['Text: Closed → Open again'],
  ],
  [
    'a movement of stock has its reason',
    null,
    { delta: -5, reason: 'damaged' },
    ['Pieces: -5', 'Reason: Damaged'],
  ],
  [
    'an order has its new state and its pieces',
    { fulfilment: 'shipped', payment_status: 'paid', version: 3 },
    { fulfilment: 'returned', version: 4, restocked: 1, damaged: { [UUID]: 2 } },
    ['Order: On the way → Returned', 'Back into stock: 1', 'Damaged: 2'],
  ],
  ['and its money', null, { amount: 499, refund: UUID }, ['Amount: ₹499.00']],
])('%s', (_, before, after, lines) => {
  expect(change(before, after)).toEqual(lines);
});

test('a new product is shown without JSON, and with long texts cut to a line', () => {
  const images = [{ src: '/a.webp' }];
  const lines = change(null, { price: 649, shown: false, images, description: 'x'.repeat(400) });
  expect(lines.slice(0, 3)).toEqual(['Price: ₹649.00', 'Shown in the shop: No', 'Pictures: 1']);
  expect(lines[3]?.length).toBeLessThan(160);
});

describe('words are shown instead of the codes that are stored', () => {
  test.each([
    ['not_serviceable', 'We do not deliver there'],
    ['nobody_home', 'Nobody was there'],
    ['goodwill', 'Goodwill'],
    ['Dented in the van', 'Dented in the van'],
  ])('for the reason %s', (reason, words) => {
    expect(reasonOf({ reason })).toBe(words);
  });

  test.each([
    ['show_product', 'Show product'],
    ['send_letter', 'Send newsletter'],
    ['move_stock', 'Move stock'],
    ['reset_factor', 'Remove the second step of staff'],
  ])('for the verb %s, by which the log is filtered, too', (verb, title) => {
    expect(titleOf({ verb })).toBe(title);
    expect(VERB_OPTIONS).toContainEqual({ value: verb, label: title });
  });

  test('for an unknown verb, by its own words', () => {
    expect(titleOf({ verb: 'paint_the_door' })).toBe('Paint the door');
  });

  test('for a subject without a name, by its reference or nothing, never by its id', () => {
    const remittance = {
      id: '1',
      at: '2026-11-23T02:00:00Z',
      staff: null,
      verb: 'post_remittance',
      subject_type: 'remittance',
      subject_id: UUID,
      subject_name: null,
      before: null,
      after: { reference: 'UTR 2' },
      reason: null,
    };
    expect(nameOf(remittance)).toBe('UTR 2');
    expect(nameOf({ ...remittance, after: null })).toBe('');
    expect(nameOf({ ...remittance, subject_type: 'report', subject_id: 'sales' })).toBe(
      'Sales by day',
    );
  });
});
