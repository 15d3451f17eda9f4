-- The owner dismisses what was given up and can never succeed. While a sale runs, a product without an MRP has its former
-- price as MRP, which stands on its packs.

-- Deletes these jobs that were given up: for owners; others delete nothing. The audit log keeps what they were about.
-- The queue of the jobs is made after the migrations, so this is PL/pgSQL.
create function dismiss_dead_letters(p_ids uuid[]) returns integer
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_deleted integer;
begin
  if current_staff_role() is distinct from 'owner' then
    return 0;
  end if;
  delete from jobs.job where name = 'dead-letter' and state < 'active' and id = any(p_ids);
  get diagnostics v_deleted = row_count;
  return v_deleted;
end $$;
revoke execute on function dismiss_dead_letters(uuid[]) from public;
grant execute on function dismiss_dead_letters(uuid[]) to shop_staff;

-- The MRP while a scheduled price without one of its own runs: the product's, unless the price is above it. A product
-- without one is sold at its MRP: for a lower price with an end, that is the former price. See domain/price-schedule.ts.
create function mrp_during_change(p_price numeric, p_ends_at timestamptz, p_former_price numeric, p_former_mrp numeric)
  returns numeric
  language sql immutable
  as $$
    select case
      when p_former_mrp >= p_price then p_former_mrp
      when p_former_mrp is null and p_ends_at is not null and p_former_price > p_price then p_former_price
    end
  $$;

-- As before, with that MRP.
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
    update products set price = v_due.price,
        mrp = coalesce(v_due.mrp, mrp_during_change(v_due.price, v_due.ends_at, v_old.price, v_old.mrp))
      where id = v_due.product_id returning * into v_new;
    update price_changes
      set state = case when ends_at is null then 'done' else 'active' end, former_price = v_old.price,
        former_mrp = v_old.mrp
      where id = v_due.id;
  else
    v_mrp := coalesce( -- set when it began
      v_due.mrp, mrp_during_change(v_due.price, v_due.ends_at, v_due.former_price, v_due.former_mrp));
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
