import { afterEach, beforeAll, expect } from 'vitest';
import { ledger, openPayingShop, type PayingShop } from './payments.ts';

export type AuditedShop = {
  shop: () => PayingShop;
  ordersOf(paymentId: string): Promise<Record<string, unknown>[]>;
  stateOf(paymentId: string): Promise<unknown>;
  /** By the gateway's id of a payment. */
  refundsOf(payment: string): Promise<Record<string, unknown>[]>;
};

/**
 * A paying shop for all cases of a file. After each of them all webhooks come, everything that is due is done, and the
 * books must be right: money held is orders, the rest is given back once, no piece of tea is lost.
 */
export function openAuditedShop(): AuditedShop {
  let shop: PayingShop;
  let pieces: unknown;

  beforeAll(async () => {
    shop = await openPayingShop();
    pieces = await piecesOf(shop);
  });

  afterEach(async () => {
    shop.loseWebhooks(false);
    shop.failNext('hang', 'NEVER', /^$/);
    await shop.settle();
    const sums = await ledger(shop);
    expect(sums).toMatchObject({ wrong: 0 });
    expect(sums?.orders).toBe(sums?.held);
    expect(sums?.refunds).toBe(sums?.refunded);
    expect(await piecesOf(shop)).toEqual(pieces);
  });

  return {
    shop: () => shop,
    ordersOf: (id) =>
      shop.rows(
        'select id, payment_status, status, total_amount, payment_id from orders where intent_id = $1',
        [id],
      ),
    stateOf: async (id) =>
      (await shop.rows('select state from payment_intents where id = $1', [id]))[0]?.state,
    refundsOf: (payment) =>
      shop.rows('select reason, status from refunds where payment_id = $1', [payment]),
  };
}

/** On the shelf, held for somebody, or sold: of the first product, whose stock no case writes by hand. */
async function piecesOf(shop: PayingShop): Promise<unknown> {
  return shop.rows(`
    select product.stock + coalesce((
      select sum(quantity) from payment_intent_items item
      join payment_intents on id = intent_id where holds_stock and item.product_id = product.id
    ), 0) + coalesce((
      select sum(quantity) from order_items item where item.product_id = product.id
    ), 0) as pieces
    from products product where id = '1'`);
}
