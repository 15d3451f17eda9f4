import type { OrderDetail } from '#contract/admin/order-views.ts';

type PickLine = { product_id: string; product_name: string; pieces: number; orders: number };

/** How many pieces of each product to fetch for these orders, by name. */
export function pickLines(orders: readonly Pick<OrderDetail, 'order_items'>[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { order_items } of orders) {
    for (const { product_id, product_name, quantity } of order_items) {
      const line = lines.get(product_id) ?? { product_id, product_name, pieces: 0, orders: 0 };
      lines.set(product_id, {
        ...line,
        pieces: line.pieces + quantity,
        orders: line.orders + 1,
      });
    }
  }
  return [...lines.values()].sort((a, b) => a.product_name.localeCompare(b.product_name, 'en'));
}
