-- No version that still runs reads or writes these: checks are jobs (0030), and the other has a new name (0031).
alter table payment_intents drop column next_check_at, drop column handed_over;

-- A failed refund is counted until a later one is made, or nothing is left of its payment.
do $$
declare
  v_function text := pg_get_functiondef('count_today(integer)'::regprocedure);
  v_failed constant text := $f$from refunds where status = 'failed' limit 1000$f$;
begin
  assert strpos(v_function, v_failed) > 0;
  execute replace(v_function, v_failed, $f$from refunds refund
          where status = 'failed' and refundable_paise(payment_id) >= amount_paise and not exists (
            select from refunds later
            where later.payment_id = refund.payment_id and later.created_at > refund.created_at and later.status <> 'failed'
          )
          limit 1000$f$);
end $$;
