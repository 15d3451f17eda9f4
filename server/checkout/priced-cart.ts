import { sql } from 'kysely';
import type { RejectedItem } from '#contract/errors.ts';
import { MAX_QUANTITY } from '#domain/cart.ts';
import type { Shopper } from '#server/shopper.ts';

/*
 * SQL shared by cash orders and online payments: both statements lock the cart's rows and continue with these parts, so
 * both price, check and lock a cart in the same way.
 */

/** What a checkout statement reports about the key, the cart and the address. */
export type CheckoutFindings = {
  /** The hash of the body that came with this idempotency key before; null when the key is new. */
  earlier_request: string | null;
  lines: number;
  address_found: boolean;
  /** The cart items that cannot be ordered. */
  problems: (RejectedItem & { available: boolean })[];
};

/** The copy of a row of `addresses` that orders and payments store. */
export const ADDRESS_COPY = sql`jsonb_build_object(
        'full_name', full_name, 'phone', phone, 'address_line1', address_line1,
        'address_line2', address_line2, 'city', city, 'state', state, 'postal_code', postal_code,
        'country', country
      )`;

/**
 * Common table expressions over one named `cart` (product_id, quantity, price): `line` with current prices and stock,
 * its products locked; `sums`, one row with the findings about the lines, `total`, and `orderable`, which is true when each
 * can be ordered; `address` with its copy. One pass over the lines: each node of the plan costs as much as some rows.
 */
export function pricedCart(shopper: Shopper, addressId: string) {
  return sql`line as (
      select product.id, product.name, product.image, product.price, product.mrp, product.stock, product.active,
        cart.quantity, cart.price as shown_price
      from cart join products product on product.id = cart.product_id
      order by product.id
      for no key update of product
    ), sums as (
      select count(*)::integer as lines, sum(price * quantity) as total, bool_and(${IS_ORDERABLE}) as orderable,
        coalesce(jsonb_agg(jsonb_build_object(
          'product_id', id, 'product_name', name, 'quantity', quantity, 'stock', least(stock, ${sql.lit(MAX_QUANTITY)}),
          'price', shown_price, 'current_price', price, 'available', active
        )) filter (where not ${IS_ORDERABLE}), '[]') as problems
      from line
    ), address as (
      select id, ${ADDRESS_COPY} as copy
      from addresses where id = ${addressId} and user_id = ${shopper.userId}
      for key share -- nobody can delete it before the order references it
    )`;
}

/** Whether a row of `line` can be ordered. */
const IS_ORDERABLE = sql`(active and quantity <= stock and price = shown_price)`;

/** The columns of `CheckoutFindings` except the first, of a row of `sums`. */
export const FINDING_COLUMNS = sql`sums.lines, sums.problems, exists (select from address) as address_found`;
