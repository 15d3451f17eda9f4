-- Prices that change by themselves at an instant, for a time or for good. `products.price` stays what shoppers pay; a job
-- changes it at `starts_at` and back at `ends_at`.
create table price_changes (
  id uuid primary key default gen_random_uuid(),
  product_id text not null references products on delete cascade,
  price numeric(12, 2) not null check (price > 0),
  mrp numeric(12, 2) check (mrp > 0),
  starts_at timestamptz not null,
  ends_at timestamptz, -- null: the new price stays
  -- active: begun, and it will end. replaced: somebody set another price meanwhile.
  state text not null default 'scheduled' check (state in ('scheduled', 'active', 'done', 'cancelled', 'replaced')),
  former_price numeric(12, 2),
  former_mrp numeric(12, 2),
  staff_id uuid not null references staff,
  created_at timestamptz not null default now(),
  constraint change_within_mrp check (price <= mrp),
  constraint ends_after_it_starts check (ends_at > starts_at),
  constraint active_knows_its_former_price check (state <> 'active' or (ends_at is not null and former_price is not null)),
  -- A change for good takes only its instant. Products are told apart by a hash, as a range: the operators of ranges
  -- need no extension.
  constraint one_change_at_a_time exclude using gist (
    int8range(hashtextextended(product_id, 0), hashtextextended(product_id, 0), '[]') with &&,
    (case when ends_at is null then tstzrange(starts_at, starts_at, '[]') else tstzrange(starts_at, ends_at) end) with &&
  ) where (state in ('scheduled', 'active'))
);
create index price_changes_of_product on price_changes (product_id, starts_at desc);
create index price_changes_by_staff on price_changes (staff_id);
create index price_changes_to_start on price_changes (starts_at) where state = 'scheduled';
create index price_changes_to_end on price_changes (ends_at) where state = 'active';

-- Makes the change that is due longest, so that a late run ends where runs in time would have; false: none is due. One in
-- a transaction: with several products' locks it could wait for an order that waits for it.
create function apply_price_change() returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_due record;
  v_old products;
  v_new products;
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
    update products set price = v_due.former_price, mrp = v_due.former_mrp
      where id = v_due.product_id returning * into v_new;
    update price_changes set state = 'done' where id = v_due.id;
  end if;
  insert into audit_log (verb, subject_type, subject_id, before, after, reason)
    values (case when v_due.starts then 'start_price_change' else 'end_price_change' end, 'product', v_due.product_id,
      jsonb_build_object('price', v_old.price, 'mrp', v_old.mrp),
      jsonb_build_object('price', v_new.price, 'mrp', v_new.mrp), 'scheduled');
  return true;
end $$;

alter table price_changes enable row level security;
create policy owners_read on price_changes for select to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners_add on price_changes for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()) and state = 'scheduled');
-- Owners withdraw what has not begun, and end what has by setting another price.
create policy owners_end on price_changes for update to shop_staff
  using ((select current_staff_role()) = 'owner' and state in ('scheduled', 'active'))
  with check (state in ('cancelled', 'replaced'));

revoke execute on function apply_price_change() from public;
grant execute on function apply_price_change() to shop_app;
grant select, insert (product_id, price, mrp, starts_at, ends_at, staff_id), update (state) on price_changes to shop_staff;
