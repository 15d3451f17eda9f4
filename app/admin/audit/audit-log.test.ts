import { describe, expect, test } from 'vitest';
import { readAuditFilter } from './audit-filter.ts';
import { changesOf } from './changed-fields.ts';
import { VERB_OPTIONS, nameOf, reasonOf, titleOf } from './entry-texts.ts';

test('invalid parts of the URL are ignored', () => {
  const read = (search: string) => readAuditFilter(new URLSearchParams(search));
  expect(read('subject_type=order&from=2026-11-22')).toEqual({
    subject_type: 'order',
    from: '2026-11-22',
  });
  expect(read('subject_type=order&subject_id=5')).toEqual({
    subject_type: 'order',
    subject_id: '5',
  });
  expect(read('verb=move_stock')).toEqual({ verb: 'move_stock' });
  expect(read('verb=constructor')).toEqual({});
  expect(read(`subject_id=${'5'.repeat(101)}`)).toEqual({});
  expect(read('subject_type=constructor&staff=me&from=yesterday&to=')).toEqual({});
  expect(read(`from=2026-02-31&staff=${'-'.repeat(36)}`)).toEqual({});
});

const UUID = 'dd7cacdc-6e47-4f5b-bc72-39cbccfa3d19';

test('a changed field shows its value before and after', () => {
  expect(
    changesOf({
      before: { role: 'packer', disabled_at: null, email: 'a@b.in' },
      after: { role: 'owner', disabled_at: null, email: 'a@b.in' },
    }),
  ).toEqual(['Role: Packer → Owner']);
});

test('a new field shows its value; an empty one is left out', () => {
  expect(changesOf({ before: null, after: { pieces: 3, note: '' } })).toEqual(['Pieces: 3']);
});

test('tells what was taken away', () => {
  expect(
    changesOf({ before: { price: 499, starts_at: '2026-11-23T18:30:00Z' }, after: null }),
  ).toEqual(['Price: ₹499.00', expect.stringContaining('From: ')]);
  expect(changesOf({ before: { email: 'a@b.in', role: 'packer' }, after: null })).toEqual([
    'Email: a@b.in',
    'Role: Packer',
  ]);
  expect(changesOf({ before: { sessions: 2, factors: 1 }, after: null })).toEqual([
    'Signed-in devices: 2',
    'Second factors: 1',
  ]);
  expect(
    changesOf({ before: { value: { text: 'Closed', link: '/a' } }, after: { value: null } }),
  ).toEqual(['Text: Closed → –', 'Link: /a → –']);
});

describe('the audit log shows words instead of the codes that are stored', () => {
  test.each([
    ['not_serviceable', 'We do not deliver there'],
    ['nobody_home', 'Nobody was there'],
    ['goodwill', 'Goodwill'],
    ['Dented in the van', 'Dented in the van'],
  ])('for the reason %s', (reason, words) => {
    expect(reasonOf({ reason })).toBe(words);
  });

  test.each([
    ['show_product', 'Product shown'],
    ['hide_product', 'Product hidden'],
    ['reset_factor', 'Second step of staff removed'],
  ])('for the verb %s, by which the log is filtered, too', (verb, title) => {
    expect(titleOf({ verb })).toBe(title);
    expect(VERB_OPTIONS).toContainEqual({ value: verb, label: title });
  });

  test('for a change of stock and its reason', () => {
    expect(titleOf({ verb: 'move_stock' })).toBe('Stock changed');
    expect(changesOf({ before: null, after: { delta: -5, reason: 'damaged' } })).toEqual([
      'Pieces: -5',
      'Reason: Damaged',
    ]);
  });

  test('for an order’s new state, its pieces and its money', () => {
    expect(
      changesOf({
        before: { fulfilment: 'shipped', payment_status: 'paid', version: 3 },
        after: { fulfilment: 'returned', version: 4, restocked: 1, damaged: { [UUID]: 2 } },
      }),
    ).toEqual(['Order: On the way → Returned', 'Back into stock: 1', 'Damaged: 2']);
    expect(changesOf({ before: null, after: { amount: 499, refund: UUID } })).toEqual([
      'Amount: ₹499.00',
    ]);
  });

  test('for a new product, without JSON and with long texts cut to a line', () => {
    const lines = changesOf({
      before: null,
      after: {
        price: 649,
        shown: false,
        images: [{ src: '/a.webp' }],
        description: 'x'.repeat(400),
      },
    });
    expect(lines.slice(0, 3)).toEqual(['Price: ₹649.00', 'Shown in the shop: No', 'Pictures: 1']);
    expect(lines[3]?.length).toBeLessThan(160);
  });

  test('for a setting, by each of its fields', () => {
    expect(
      changesOf({
        before: { value: { text: 'Closed on Monday', link: null } },
        after: { value: { text: 'Open again', link: null } },
      }),
    ).toEqual(['Text: Closed on Monday → Open again']);
  });

  test('for a subject without a name, by its reference or nothing, never by its id', () => {
    const remittance = {
      id: '1',
      at: '2026-11-23T02:00:00Z',
      staff: null,
      staff_id: null,
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

  test('an unknown verb falls back to its own words', () => {
    expect(titleOf({ verb: 'paint_the_door' })).toBe('Paint the door');
  });
});
