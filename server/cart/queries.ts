import { sql } from 'kysely';
import type { CartItem } from '#contract/cart.ts';
import { MAX_CART_ITEMS, MAX_QUANTITY } from '#domain/cart.ts';
import { orderableStock } from '#server/checkout/conditions.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

/** `order_limit` is a setting of the shop, and in no table. */
export type StoredCartItem = Omit<CartItem, 'order_limit'>;

/** A cart item with its product's current price, and how much of it the shopper can order. */
const cartItemColumns = (shopper: Shopper) => sql`
  line.id, line.product_id, line.product_name, line.product_image, line.quantity, line.price,
  product.price as current_price, product.active as available, ${orderableStock(shopper.userId)} as stock`;

/** The shopper's cart items, oldest first. */
export function listCartItems(shopper: Shopper) {
  return statement<StoredCartItem>`
    select ${cartItemColumns(shopper)}
    from cart_items line join products product on product.id = line.product_id
    where line.user_id = ${shopper.userId}
    order by line.created_at, line.id`;
}

/**
 * Adds a product to the cart with its current name, image and price, or increases the item that is there already (to
 * `MAX_QUANTITY` at most). Returns no row when there is no such product or the cart is full.
 */
export function addCartItem(shopper: Shopper, productId: string, quantity: number) {
  return statement<StoredCartItem>`
    with line as (
      insert into cart_items as existing (user_id, product_id, product_name, product_image, quantity, price)
      select ${shopper.userId}, id, name, image, ${quantity}::integer, price
      from products
      where id = ${productId} and active and (
        (select count(*) from cart_items where user_id = ${shopper.userId}) < ${MAX_CART_ITEMS}
        or exists (select from cart_items where user_id = ${shopper.userId} and product_id = ${productId})
      )
      on conflict on constraint one_line_per_product do update set
        quantity = least(existing.quantity + excluded.quantity, ${sql.lit(MAX_QUANTITY)}),
        product_name = excluded.product_name,
        product_image = excluded.product_image,
        price = excluded.price
      returning *
    )
    select ${cartItemColumns(shopper)} from line join products product on product.id = line.product_id`;
}

/** Sets the quantity of an item and updates its name, image and price. */
export function setQuantity(shopper: Shopper, id: string, quantity: number) {
  return statement<StoredCartItem>`
    with line as (
      update cart_items set
        quantity = ${quantity}, product_name = products.name, product_image = products.image,
        price = products.price
      from products
      where cart_items.id = ${id} and user_id = ${shopper.userId} and products.id = product_id
      returning cart_items.*
    )
    select ${cartItemColumns(shopper)} from line join products product on product.id = line.product_id`;
}

export function removeCartItem(shopper: Shopper, id: string) {
  return statement<{ id: string }>`
    delete from cart_items where id = ${id} and user_id = ${shopper.userId} returning id`;
}

export function clearCart(shopper: Shopper) {
  return statement`delete from cart_items where user_id = ${shopper.userId}`;
}

/** Whether the shop sells this product. */
export function isSold(productId: string) {
  return statement<{ id: string }>`select id from products where id = ${productId} and active`;
}
