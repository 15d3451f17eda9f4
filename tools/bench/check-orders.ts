import type pg from 'pg';
import type { Outcome } from './order-driver.ts';

/**
 * Compares the acknowledged orders with the database: the same orders, the same pieces of each product in them, and
 * stock reduced by exactly these. Throws when they differ.
 */
export async function checkOrders(
  owner: pg.Pool,
  outcomes: Outcome[],
  openingStock: number,
): Promise<void> {
  const { rows } = await owner.query<{ orders: number }>(
    'select count(*)::integer as orders from orders',
  );
  const products = await owner.query<{ id: string; gone: number; sold: number }>(
    `select id, $1 - stock as gone, coalesce((
       select sum(quantity) from order_items where product_id = products.id
     ), 0)::integer as sold
     from products`,
    [openingStock],
  );
  const acknowledged = outcomes.reduce((sum, { orders }) => sum + orders, 0);
  const faults = rows[0]?.orders === acknowledged ? [] : [`${rows[0]?.orders} orders kept`];
  for (const { id, gone, sold } of products.rows) {
    const acknowledgedPieces = outcomes.reduce((sum, outcome) => sum + (outcome.sold[id] ?? 0), 0);
    if (gone !== acknowledgedPieces || sold !== acknowledgedPieces) {
      faults.push(
        `product ${id}: ${acknowledgedPieces} bought, ${sold} in orders, ${gone} gone from stock`,
      );
    }
  }
  if (faults.length > 0) {
    throw new Error(`${acknowledged} orders acknowledged, but ${faults.join('; ')}`);
  }
}
