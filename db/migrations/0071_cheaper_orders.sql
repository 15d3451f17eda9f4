-- What an order costs the database (docs/performance.md). No row changes.

-- Every query names its shopper, so it reads few rows: a comparison with each is cheaper than a subselect, which
-- every statement would set up anew.
alter policy own on cart_items using (user_id = current_shopper());
alter policy own on addresses using (user_id = current_shopper());
alter policy own on profiles using (id = current_shopper());
alter policy own on orders using (user_id = current_shopper());
alter policy own on order_items using (user_id = current_shopper());
alter policy own on payment_intents using (user_id = current_shopper());
alter policy own on payment_intent_items using (user_id = current_shopper());
alter policy own on payments using (user_id = current_shopper());
alter policy own on refunds using (user_id = current_shopper());
alter policy own on order_events using (user_id = current_shopper() and shown_to_shopper);
alter policy own on shipments using (user_id = current_shopper());
alter policy own on manual_refunds using (user_id = current_shopper());

-- PostgreSQL reads every check of a table anew for each statement that updates it, also for a sale, which changes
-- nothing but the stock. A trigger looks at the columns that it names. The errors are those of the checks.
create function check_product() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
declare
  broken constant text := case
    when not (length(new.id) between 1 and 64) then 'products_id_check'
    when new.name = '' then 'products_name_check'
    when new.category not in ('loose-leaf', 'packaged', 'gift-set') then 'products_category_check'
    when new.price <= 0 then 'products_price_check'
    when new.mrp <= 0 then 'products_mrp_check'
    when new.price > new.mrp then 'price_within_mrp'
    when new.active and cardinality(new.images) = 0 then 'shown_with_pictures'
    when cardinality(new.image_texts) not in (0, cardinality(new.images))
      or array_position(new.image_texts, null) is not null then 'one_text_per_image'
    when jsonb_typeof(new.contents) <> 'array' then 'products_contents_check'
    when new.country_of_origin = '' then 'products_country_of_origin_check'
    when not (new.rating between 0 and 5) then 'products_rating_check'
    when new.review_count < 0 then 'products_review_count_check'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "products" violates check "%"', broken
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = broken;
  end if;
  return new;
end $$;
revoke execute on function check_product() from public;
create trigger check_product before insert or update of id, name, category, price, mrp, active, images, image_texts,
  contents, country_of_origin, rating, review_count on products
  for each row execute function check_product();
alter table products
  drop constraint products_id_check,
  drop constraint products_name_check,
  drop constraint products_category_check,
  drop constraint products_price_check,
  drop constraint products_mrp_check,
  drop constraint price_within_mrp,
  drop constraint shown_with_pictures,
  drop constraint one_text_per_image,
  drop constraint products_contents_check,
  drop constraint products_country_of_origin_check,
  drop constraint products_rating_check,
  drop constraint products_review_count_check;

-- The same numbers as before, computed in fewer steps: PL/pgSQL prepares each step once in a transaction.
create or replace function generate_order_number() returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  secret constant text := (select key || ':' from order_number_key);
  n integer := nextval('order_number_sequence');
  high integer := n >> 15;
  low integer := n & 32767;
begin
  high := high # (('x' || left(md5(secret || '1:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '2:' || high), 4))::bit(16)::integer & 32767);
  high := high # (('x' || left(md5(secret || '3:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '4:' || high), 4))::bit(16)::integer & 32767);
  n := (high << 15) | low;
  return 'AP-' || substr(alphabet, (n & 31) + 1, 1) || substr(alphabet, ((n >> 5) & 31) + 1, 1)
    || substr(alphabet, ((n >> 10) & 31) + 1, 1) || '-' || substr(alphabet, ((n >> 15) & 31) + 1, 1)
    || substr(alphabet, ((n >> 20) & 31) + 1, 1) || substr(alphabet, ((n >> 25) & 31) + 1, 1);
end $$;

-- An address that is not the default waits for nobody. One that is still takes the shopper's lock, in the row's trigger:
-- an insert that waits there has locked no row that another could want.
drop trigger lock_own_addresses on addresses;
create trigger lock_own_addresses before update of is_default on addresses
  for each statement execute function lock_own_addresses();

-- Demo mode's mails are not compressed: that was a third of storing one. The oldest are deleted after 30 days.
alter table demo_emails alter html set storage external, alter text set storage external;
