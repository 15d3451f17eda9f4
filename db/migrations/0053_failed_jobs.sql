-- Jobs that were given up, for Today: how many of each queue, of which the server makes lines. Before, one count of all.
-- The queue of the jobs is made after the migrations, so this is PL/pgSQL.
create function count_dead_letters() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return (
    select coalesce(jsonb_object_agg(queue, jobs), '{}') from (
      select coalesce(source_name, '') as queue, count(*) as jobs from jobs.job where name = 'dead-letter' group by 1
    ) dead
  );
end $$;
revoke execute on function count_dead_letters() from public;
grant execute on function count_dead_letters() to shop_staff;

-- The morning's counts; what the role does not include is null.
create or replace function count_today(p_low_stock integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
begin
  if v_role is null then
    return null;
  end if;
  if v_role in ('owner', 'packer') then
    v_today := v_today || jsonb_build_object(
      'to_pack', count_waiting('confirmed'), 'to_hand_over', count_waiting('packed'),
      'low_stock', (select jsonb_build_object('count', count(*)) from products where active and stock <= p_low_stock));
  end if;
  if v_role = 'owner' then
    v_today := v_today || jsonb_build_object(
      'to_confirm', count_waiting('pending'), 'coming_back', count_waiting('returning'),
      'late', (
        select jsonb_build_object('count', count(*), 'oldest', min(shipped_at)) from (
          select shipped_at from orders o
          where fulfilment = 'shipped' and (shipped_at < now() - interval '7 days' or (
            select max(s.failed_attempts) from shipments s where s.order_id = o.id
          ) > 0)
          limit 1000
        ) late
      ));
  end if;
  if v_role in ('owner', 'accountant') then
    v_today := v_today || jsonb_build_object(
      'refunds', (
        select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
          select created_at from failed_refunds()
        ) failed
      ),
      'cash_overdue', (
        select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from cod_collections where state = 'due' and due_at < now()
      ),
      'yesterday', sum_sales(v_midnight - interval '1 day', v_midnight),
      'last_seven_days', sum_sales(v_midnight - interval '7 days', v_midnight));
  end if;
  return v_today;
end $$;
