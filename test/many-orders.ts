import type pg from 'pg';

/**
 * Inserts so many orders of a quarter as many shoppers, one every `minutes` of the past, most of them delivered; they were
 * handed over within three days, and their PIN codes are of all of India.
 */
export async function fillOrders(owner: pg.Pool, count: number, minutes = 8): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query(`
      create temporary table people as
        select gen_random_uuid() as id, n from generate_series(1, ${count} / 4) n;
      insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method, idempotency_key,
        request_hash, created_at, fulfilment, shipped_at)
      select people.id, 'p' || n || '@example.in', generate_order_number(), 100 + k, jsonb_build_object(
          'full_name', (array['Asha', 'Bina', 'Chitra', 'Deepa', 'Esha', 'Farah', 'Gita'])[1 + (k * 3 + n) % 7] || ' '
            || (array['Rao', 'Iyer', 'Shah', 'Khan', 'Das'])[1 + n % 5],
          'phone', '+91 ' || (9000000000 + n * 7919 % 999999999),
          'city', (array['Mumbai', 'Pune', 'Delhi', 'Chennai'])[1 + n % 4],
          'postal_code', (110001 + n % 5000 * 148)::text, 'state', 'X', 'country', 'India', 'address_line1', 'X',
          'address_line2', null
        ), 'cod', 'key-of-' || n || '-' || k, 'x', now() - (n * 4 + k) * interval '${minutes} minutes',
        case
          when n <= 50 then (array['pending', 'confirmed', 'packed', 'shipped'])[k]
          when n % 12 = 0 then 'cancelled'
          when n % 50 = 1 then 'returned'
          when n < 300 then 'shipped'
          else 'delivered'
        end, now() - (n * 4 + k) * interval '${minutes} minutes' + least(
          (n * 4 + k) * interval '${minutes} minutes', n % 72 * interval '1 hour')
      from people, generate_series(1, 4) k;
      insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
        select id, user_id, (1 + abs(hashtext(id::text)) % 6)::text, 'X', 'x', 2, 100 from orders;
      insert into shipments (order_id, user_id, courier, tracking_number, failed_attempts)
        select orders.id, user_id, (select id from couriers order by name limit 1), 'TR' || (100000 + row_number() over ()),
          case when abs(hashtext(orders.id::text)) % 1000 = 0 then 1 else 0 end
        from orders where fulfilment in ('shipped', 'delivered');
      insert into order_events (order_id, user_id, kind, actor, shown_to_shopper)
        select id, user_id, 'confirm', 'system', true from orders;
      drop table people`);
    await client.query('vacuum analyze'); // also merges the GIN index's pending list
  } finally {
    client.release();
  }
}
