-- Columns that no version that still runs reads or writes: checks are jobs (0030), and the other has a new name (0031).
alter table payment_intents drop column next_check_at, drop column handed_over;

-- Failed refunds that somebody has to look at: none was made after them, and their money is still there. At most 1,000.
create function failed_refunds() returns table (payment_id text, created_at timestamptz)
  language sql stable set search_path = public, pg_temp
  as $$
    select payment_id, created_at from refunds
    where status = 'failed' and refundable_paise(payment_id) >= amount_paise
      -- Not 'exists', which may read all refunds at once.
      and coalesce((
        select max(later.created_at) from refunds later
        where later.payment_id = refunds.payment_id and later.status <> 'failed'
      ) < created_at, true)
    order by created_at limit 1000
  $$;
revoke execute on function failed_refunds() from public;

-- Today counts these, and the queue it leads to lists their orders beside those whose refund is on its way.
do $$
declare
  v_today text := pg_get_functiondef('count_today(integer)'::regprocedure);
  v_counted constant text := 'from refunds where status = ''failed'' limit 1000';
  v_list text := pg_get_functiondef('order_list_statement(text[], text[], boolean, boolean)'::regprocedure);
  v_listed constant text := '$f$o.payment_status = ''refund_pending''$f$';
begin
  assert strpos(v_today, v_counted) > 0 and strpos(v_list, v_listed) > 0;
  execute replace(v_today, v_counted, 'from failed_refunds()');
  execute replace(v_list, v_listed, '$f$o.id in (
        select id from orders where payment_status = ''refund_pending''
        union all
        select orders.id from failed_refunds() failed join payments on payments.id = failed.payment_id
        join orders on orders.intent_id = payments.intent_id
      )$f$');
end $$;
