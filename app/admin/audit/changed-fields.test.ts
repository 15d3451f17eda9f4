import { describe, expect, test } from 'vitest';
import { changesOf } from './changed-fields.ts';
import { nameOf, reasonOf, titleOf } from './entry-texts.ts';

const UUID = 'dd7cacdc-6e47-4f5b-bc72-39cbccfa3d19';

test('tells what changed, from what to what', () => {
  expect(
    changesOf({
      before: { role: 'packer', disabled_at: null, email: 'a@b.in' },
      after: { role: 'owner', disabled_at: null, email: 'a@b.in' },
    }),
  ).toEqual(['Role: Packer → Owner']);
});

test('tells what is new', () => {
  expect(changesOf({ before: null, after: { pieces: 3, note: '' } })).toEqual(['Pieces: 3']);
});

describe('says it in words, not as the code has it', () => {
  test.each([
    ['not_serviceable', 'We do not deliver there'],
    ['nobody_home', 'Nobody was there'],
    ['goodwill', 'Goodwill'],
    ['Dented in the van', 'Dented in the van'],
  ])('the reason %s', (reason, words) => {
    expect(reasonOf({ reason })).toBe(words);
  });

  test('pieces of stock, and why', () => {
    expect(titleOf({ verb: 'move_stock' })).toBe('Stock changed');
    expect(changesOf({ before: null, after: { delta: -5, reason: 'damaged' } })).toEqual([
      'Pieces: -5',
      'Reason: Damaged',
    ]);
  });

  test('an order that goes on, with its pieces and money', () => {
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

  test('a new product: no block of code, and no text longer than a line', () => {
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

  test('a setting, by what it consists of', () => {
    expect(
      changesOf({
        before: { value: { text: 'Closed on Monday', link: null } },
        after: { value: { text: 'Open again', link: null } },
      }),
    ).toEqual(['Text: Closed on Monday → Open again']);
  });

  test('what has no name in the log, without its id', () => {
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

  test('a change that has no name here yet', () => {
    expect(titleOf({ verb: 'paint_the_door' })).toBe('Paint the door');
  });
});
