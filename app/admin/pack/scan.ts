import type { OrderDetail } from '#contract/admin/order-views.ts';
import { codeText } from '#domain/text.ts';

export type PackedOrder = Pick<OrderDetail, 'id' | 'order_number' | 'order_items'>;

/** The number of ticked pieces by the order item's id. */
export type Ticked = Record<string, number>;

/** The meaning of a scanned or typed code. */
type Scanned =
  | { kind: 'order'; id: string }
  | { kind: 'piece'; item: string }
  /** A product that the open order does not contain, or of which all pieces are ticked. */
  | { kind: 'too_many' | 'not_in_order'; product_name: string }
  | { kind: 'unknown' };

/**
 * Interprets a code: an order's number, with or without # and dashes, or a product's code, which ticks one piece of the
 * open order. Ignores case.
 *
 * @param open the open order; undefined while none is.
 */
export function readScan(
  code: string,
  orders: readonly PackedOrder[],
  open: PackedOrder | undefined,
  ticked: Ticked,
): Scanned {
  const number = normal(code);
  const order = orders.find(({ order_number }) => normal(order_number) === number);
  if (order) return { kind: 'order', id: order.id };
  // A phone's keyboard and some scanners write capitals.
  const product = codeText(code).toLowerCase();
  const isProduct = (id: string) => id.toLowerCase() === product;
  const items = open?.order_items.filter(({ product_id }) => isProduct(product_id)) ?? [];
  const item = items.find(({ id, quantity }) => (ticked[id] ?? 0) < quantity);
  if (item) return { kind: 'piece', item: item.id };
  const known = orders
    .flatMap(({ order_items }) => order_items)
    .find(({ product_id }) => isProduct(product_id));
  if (!known || !open) return { kind: 'unknown' };
  return {
    kind: items.length > 0 ? 'too_many' : 'not_in_order',
    product_name: known.product_name,
  };
}

/** Whether every piece of an order was ticked. */
export function isComplete({ order_items }: PackedOrder, ticked: Ticked): boolean {
  return order_items.every(({ id, quantity }) => (ticked[id] ?? 0) >= quantity);
}

/** 'AP-7KQ-M2X', '#ap7kqm2x' and '7KQM2X' are the same. */
function normal(number: string): string {
  return number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(-6);
}
