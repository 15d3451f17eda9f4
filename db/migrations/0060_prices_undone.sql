-- A price that was set by mistake while a scheduled one ran is taken back together with its end: what was replaced runs
-- again, with the former price that it has kept. No other column can be written, and what never ran has no former price.
create policy owners_resume on price_changes for update to shop_staff
  using ((select current_staff_role()) = 'owner' and state = 'replaced' and former_price is not null)
  with check (state = 'active');

-- As before, but an MRP that somebody corrects while a price runs stays when the price goes back.
create or replace function apply_price_change() returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
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
    update products set price = v_due.price, mrp = coalesce(v_due.mrp, case when mrp >= v_due.price then mrp end)
      where id = v_due.product_id returning * into v_new;
    update price_changes
      set state = case when ends_at is null then 'done' else 'active' end, former_price = v_old.price,
        former_mrp = v_old.mrp
      where id = v_due.id;
  else
    v_mrp := coalesce(v_due.mrp, case when v_due.former_mrp >= v_due.price then v_due.former_mrp end); -- set when it began
    update products set price = v_due.former_price, mrp = case
        when mrp is not distinct from v_mrp or mrp < v_due.former_price then v_due.former_mrp else mrp end
      where id = v_due.product_id returning * into v_new;
    update price_changes set state = 'done' where id = v_due.id;
  end if;
  insert into audit_log (verb, subject_type, subject_id, before, after, reason)
    values (case when v_due.starts then 'start_price_change' else 'end_price_change' end, 'product', v_due.product_id,
      jsonb_build_object('price', v_old.price, 'mrp', v_old.mrp),
      jsonb_build_object('price', v_new.price, 'mrp', v_new.mrp), 'scheduled');
  return true;
end $$;

-- What a new product was first sent with: its key with another form is not the same request. Null: from before this column.
alter table products add column creation_hash text;
grant insert (creation_hash) on products to shop_staff;
