-- Failed refunds are found by what is still owed, and not by whether anything was refunded since: of an order that was
-- given up the customer gets everything back, so a later refund of a part, or of the rest, covers nothing else.

-- Orders whose refund failed and whose money is still here: given up, with anything left of the payment; or going on, with
-- less refunded since than what failed. One row for each order. At most 1,000.
create or replace function failed_refunds() returns table (payment_id text, created_at timestamptz)
  language sql stable set search_path = public, pg_temp
  as $$
    select failed.payment_id, min(failed.created_at) as created_at
    from (
      select refunds.payment_id, refunds.amount_paise, refunds.created_at from refunds
      where refunds.status = 'failed' and refundable_paise(refunds.payment_id) > 0 order by refunds.created_at limit 1000
    ) failed
    cross join lateral (
      select fulfilment from orders where orders.payment_id = failed.payment_id limit 1 -- its index, whatever is guessed
    ) paid
    where paid.fulfilment in ('cancelled', 'returned', 'lost') or failed.amount_paise > (
        select coalesce(sum(later.amount_paise), 0) from refunds later
        where later.payment_id = failed.payment_id and later.status <> 'failed' and later.created_at > failed.created_at
      )
    group by failed.payment_id
    order by created_at
  $$;

-- The same for payments without an order of their own: the goods were gone, the shopper paid twice or had ordered since. For
-- the owner, who refunds them in the gateway's dashboard.
create function failed_refunds_without_order() returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  return (
    select jsonb_build_object('count', count(*), 'oldest', min(owed.created_at), 'payments', coalesce(
      jsonb_agg(jsonb_build_object('payment_id', owed.payment_id, 'amount', owed.paise / 100.0, 'email', intent.email)
        order by owed.created_at), '[]'))
    from (
      select failed.payment_id, min(failed.created_at) as created_at, refundable_paise(failed.payment_id) as paise
      from refunds failed
      where failed.status = 'failed' and refundable_paise(failed.payment_id) > 0
        and (select orders.id from orders where orders.payment_id = failed.payment_id limit 1) is null
      group by failed.payment_id
      order by created_at limit 1000
    ) owed
    join payments on payments.id = owed.payment_id
    join payment_intents intent on intent.id = payments.intent_id
  );
end $$;
revoke execute on function failed_refunds_without_order() from public;
grant execute on function failed_refunds_without_order() to shop_staff;

-- The list that Today counts, as a filter of its own: 'refunding' has also those that are on their way.
do $$
declare
  v_former text := pg_get_functiondef('order_list_statement(text[], text[], boolean, boolean)'::regprocedure);
  v_now text := replace(v_former, 'when ''refunding'' then', 'when ''refund_failed'' then $f$o.id in (
        select orders.id from failed_refunds() failed join orders on orders.payment_id = failed.payment_id
      )$f$
      when ''refunding'' then');
begin
  if v_now = v_former then raise exception 'order_list_statement() has no filter refunding'; end if;
  execute v_now;
end $$;
