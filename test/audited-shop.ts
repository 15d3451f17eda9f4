import { afterEach, beforeAll, expect } from 'vitest';
import { ledger, openPayingShop, type PayingShop } from './payments.ts';
import type { TestShopOptions } from './shop.ts';

type AuditedShop = {
  shop: () => PayingShop;
  ordersOf(paymentId: string): Promise<Record<string, unknown>[]>;
  stateOf(paymentId: string): Promise<unknown>;
  /** By the gateway's id of a payment. */
  refundsOf(payment: string): Promise<Record<string, unknown>[]>;
};

/**
 * One shop with online payment for all tests of a file. After each test it delivers all webhooks, does all due work and
 * audits: the money held equals the orders, every other payment is refunded once, and no stock is lost.
 */
export function openAuditedShop(options: Pick<TestShopOptions, 'timeouts'> = {}): AuditedShop {
  let shop: PayingShop;
  let pieces: unknown;

  beforeAll(async () => {
    shop = await openPayingShop({}, options);
    pieces = await piecesOf(shop);
  });

  afterEach(async () => {
    shop.loseWebhooks(false);
    shop.answerAll();
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

/** Pieces in stock, held and sold of the first product; no test changes its stock by hand. */
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
