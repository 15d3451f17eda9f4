import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPayingShop, paidOrder } from '#test/payments.ts';
import type { Answer } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/**
 * A shopper and two staff members change one paid order at the same time, alone and in bulk requests: no request gets a
 * server error, and goods and money add up afterwards.
 */
const shop = await openPayingShop();
const { packer, act, actOnAll, parcel, refund, courier } = await hireStaff(shop);
// The sandbox's payments count as live here, because no parcel is packed for a test payment.
await shop.rows('alter table orders drop constraint orders_payment_mode_fkey');

const START = ['pending', 'confirmed', 'packed', 'shipped'] as const;
const MOVES = [
  ...(['confirm', 'pack', 'hand_over', 'deliver', 'lose', 'undo', 'undo'] as const),
  ...(['cancel', 'receive_back', 'bulk_cancel', 'bulk_hand_over'] as const),
  ...(['shopper_cancels', 'refund', 'same_refund'] as const),
];
type Move = (typeof MOVES)[number];

async function begunOrder(start: (typeof START)[number]) {
  const { order: id, payment, shopper } = await paidOrder(shop, [['1', 2]]);
  await shop.rows(`update orders set payment_mode = 'live', fulfilment = $2 where id = $1`, [
    id,
    start === 'pending' ? 'pending' : 'confirmed',
  ]);
  if (start === 'packed') await act(id, 'pack');
  if (start === 'shipped') await act(id, 'hand_over');
  const [{ version, item } = { version: 0, item: '' }] = await shop.rows<{
    version: number;
    item: string;
  }>(
    'select version, i.id as item from orders join order_items i on i.order_id = orders.id where orders.id = $1',
    [id],
  );
  return { id, payment, shopper, version, item };
}

type Order = Awaited<ReturnType<typeof begunOrder>>;

function make(move: Move, { id, version, shopper, item }: Order, key: string): Promise<Answer> {
  const items = [{ id, version }];
  switch (move) {
    case 'shopper_cancels':
      return shopper.request('POST', `/api/orders/${id}/cancellation`, { reason: 'too_slow' });
    case 'refund':
      return refund(id, 300, { version });
    case 'same_refund':
      return refund(id, 300, { version, key });
    case 'bulk_cancel':
      return actOnAll('cancel', items, { reason: 'other' });
    case 'bulk_hand_over': {
      const { tracking_number } = parcel();
      return actOnAll('hand_over', [{ id, version, tracking_number }], { courier }, packer);
    }
    case 'receive_back':
      return act(id, move, { version, good: [{ item, pieces: 5 }] });
    case 'hand_over':
      return act(id, move, { version, who: packer });
    default:
      return act(id, move, { version });
  }
}

/** What does not add up. */
async function wrongs({ id, payment }: Order): Promise<unknown[]> {
  return shop.rows(
    `with facts as (
       select fulfilment, version, fulfilment in ('cancelled', 'returned', 'lost') as closed,
         (select amount_paise from payments where id = $2) as paid,
         (select coalesce(sum(amount_paise), 0) from refunds where payment_id = $2 and status <> 'failed') as given,
         exists (select from refunds where payment_id = $2 and reason in ('cancelled', 'returned')) as closing,
         (select count(*) from audit_log where subject_id = orders.id::text)
           + (select count(*) from order_events where order_id = $1 and kind = 'cancel' and actor = 'shopper') as logged,
         (select coalesce(sum(delta), 0) from stock_movements m join order_items i on i.id = m.order_item_id
          where i.order_id = $1) as restocked,
         exists (select from shipments where order_id = $1 and state <> 'taken_back') as sent
       from orders where id = $1
     )
     select wrong, facts.* from facts cross join lateral (values
       ('more is refunded than was paid', given > paid),
       ('it is closed and not refunded', closed and given <> paid),
       ('it is refunded and still to be sent', closing and not closed),
       ('a change is not in the log', version <> logged),
       ('more is back than was sold', restocked > 2),
       ('it is cancelled and not restocked, or sent', fulfilment = 'cancelled' and (restocked <> 2 or sent))
     ) check_of (wrong, is_so) where is_so
     union all
     select 'the stock is not its ledger', facts.* from facts, lateral (
       select products.id from products left join stock_ledger on product_id = products.id
       group by products.id having sum(delta) is distinct from stock or stock < 0
     ) stocks`,
    [id, payment],
  );
}

test('after concurrent changes of one order, goods and money add up', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...START),
      fc.array(fc.constantFrom(...MOVES), { minLength: 3, maxLength: 6 }),
      async (start, moves) => {
        const order = await begunOrder(start);
        const key = crypto.randomUUID();
        const answers = await Promise.all(moves.map((move) => make(move, order, key)));
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        await shop.settle();
        expect(await wrongs(order)).toEqual([]);
      },
    ),
    { numRuns: 25 },
  );
}, 240_000);
