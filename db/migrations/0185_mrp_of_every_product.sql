-- Every product has the MRP that its packs declare, and every line of an order keeps it. Where none was given, the price was
-- declared as MRP: it stays the MRP when the price falls.

-- Before anything else: locks taken one after the other would wait for orders that wait for them.
lock table products, price_changes, order_items, payment_intent_items in access exclusive mode;

-- Null: ordered before the MRP was kept.
alter table order_items add column mrp numeric(12, 2);
alter table payment_intent_items add column mrp numeric(12, 2);

-- A running price without an MRP returns to a price that was one.
update price_changes set former_mrp = former_price where former_mrp is null and former_price is not null;
-- A rise above the MRP without one of its own declares its price.
update price_changes change set mrp = change.price
  from products product
  where product.id = change.product_id and change.mrp is null and (
    change.state = 'scheduled' and change.price > coalesce(product.mrp, product.price)
    or change.state = 'active' and change.price > change.former_mrp
  );
update products set mrp = price where mrp is null;
alter table products alter column mrp set not null;

-- As before. A server of the version before writes null for a price that is the MRP: the product keeps its MRP, and a rise
-- declares the price, as it did there.
create or replace function check_product() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
declare
  broken text;
begin
  new.mrp := coalesce(new.mrp, greatest(old.mrp, new.price));
  broken := case
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
  if broken is not null then
    raise exception 'new row for relation "products" violates check "%"', broken
      using errcode = 'check_violation', schema = tg_table_schema, table = tg_table_name, constraint = broken;
  end if;
  return new;
end $$;

-- As before, but the product's MRP stays while a scheduled price without one of its own runs; see domain/price-schedule.ts.
-- A price above it is refused when it is scheduled; should one start all the same, it is the MRP.
create or replace function apply_price_change() returns boolean
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_due record;
  v_old products;
  v_new products;
  v_mrp numeric;
begin
  perform pg_advisory_xact_lock(hashtextextended('price_changes', 0)); -- two runs at once
  select due.starts, c.* into v_due
    from (
      (select id, starts_at as at, true as starts from price_changes
        where state = 'scheduled' and starts_at <= clock_timestamp() order by starts_at limit 1)
      union all
      (select id, ends_at, false from price_changes
        where state = 'active' and ends_at <= clock_timestamp() order by ends_at limit 1)
      order by 2, 3 limit 1
    ) due join price_changes c using (id);
  if not found then
    return false;
  end if;
  select * into v_old from products where id = v_due.product_id for no key update;
  -- Until we had the product, somebody may have set another price or withdrawn the change.
  perform from price_changes where id = v_due.id and state = v_due.state for update;
  if not found then
    return true;
  end if;
  if v_due.starts then
    update products set price = v_due.price, mrp = coalesce(v_due.mrp, greatest(v_old.mrp, v_due.price))
      where id = v_due.product_id returning * into v_new;
    update price_changes
      set state = case when ends_at is null then 'done' else 'active' end, former_price = v_old.price,
        former_mrp = v_old.mrp
      where id = v_due.id;
  else
    v_mrp := coalesce(v_due.mrp, greatest(v_due.former_mrp, v_due.price)); -- set when it began
    update products set price = v_due.former_price, mrp = case
        when mrp = v_mrp or mrp < v_due.former_price then v_due.former_mrp else mrp end
      where id = v_due.product_id returning * into v_new;
    update price_changes set state = 'done' where id = v_due.id;
  end if;
  insert into audit_log (verb, subject_type, subject_id, before, after, reason)
    values (case when v_due.starts then 'start_price_change' else 'end_price_change' end, 'product', v_due.product_id,
      jsonb_build_object('price', v_old.price, 'mrp', v_old.mrp),
      jsonb_build_object('price', v_new.price, 'mrp', v_new.mrp), 'scheduled');
  return true;
end $$;
drop function mrp_during_change(numeric, timestamptz, numeric, numeric);
