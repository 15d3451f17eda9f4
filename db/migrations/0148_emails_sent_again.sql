-- A customer who did not get the email about their order is sent it again. `p_subject` is that of the email, null if there is
-- none to send.

-- `event` only if a job is to be queued. Refused with `wait`, in seconds: too soon after the last one, or while an email of
-- the order waits its minute; null while the shop tries to send one.
create function send_email_again(p_order uuid, p_version integer, p_subject text, p_key text)
  returns table (outcome text, event bigint, shopper uuid, wait integer)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_former text;
  v_next timestamptz;
begin
  if current_staff_role() is distinct from 'owner' then
    outcome := 'not_permitted';
    return next;
    return;
  end if;
  select * into v_order from orders where id = p_order for no key update;
  select kind into v_former from order_events
    where order_id = p_order and staff_id = current_staff() and idempotency_key = p_key;
  -- One a minute, five a day: nobody's mailbox is flooded.
  select greatest(max(at) + interval '1 minute', (array_agg(at order by id desc))[5] + interval '1 day') into v_next
    from order_events where order_id = p_order and kind = 'send_email_again';
  if v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former is not null then
    outcome := case v_former when 'send_email_again' then 'done' else 'idempotency_key_reused' end;
  elsif v_order.version is distinct from p_version then
    outcome := 'order_changed';
  elsif p_subject is null then
    outcome := 'nothing_to_send';
  elsif v_next > now() then
    outcome := 'too_many_requests';
    wait := ceil(extract(epoch from v_next - now()));
  else
    select 'email_waits', ceil(extract(epoch from max(start_after) filter (where state = 'created' and start_after > now()) - now()))
      into outcome, wait
      from jobs.job
      where name in ('order-confirmation', 'order-mail', 'order-mail-again') and state < 'active'
        and data ->> 'order_id' = p_order::text
      having count(*) > 0;
    if outcome is null then
      insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
        values (p_order, v_order.user_id, 'send_email_again', 'staff', current_staff(),
          jsonb_build_object('subject', p_subject), false, p_key)
        returning id into event;
      insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
        values (current_staff(), current_staff_session(), 'send_email_again', 'order', p_order,
          jsonb_build_object('subject', p_subject));
      outcome := 'done';
      shopper := v_order.user_id;
    end if;
  end if;
  return next;
end $$;

revoke execute on function send_email_again(uuid, integer, text, text) from public;
grant execute on function send_email_again(uuid, integer, text, text) to shop_staff;
-- By the policies of the role: only owners have use for it.
grant execute on function shown_events(uuid) to shop_staff;

-- As before, and without emails sent again: packers do not learn of refunds by their subjects.
alter policy staff on order_events using (
  (select current_staff_role()) = 'owner'
  or ((select current_staff_role()) = 'accountant' and kind <> 'note')
  or exists (
    select from orders where orders.id = order_id and (select current_staff_role()) = 'packer'
      and order_events.kind not in ('refund', 'manual_refund', 'send_email_again')
      and not (order_events.kind = 'note' and order_events.data ->> 'verb' is not distinct from 'refund')
  )
);

-- Jobs of the new queue are an order's emails like those of `order-mail`.
do $$
declare
  v_former text := pg_get_functiondef('list_dead_letters(text[], uuid[], integer)'::regprocedure);
  v_now text := replace(replace(v_former,
    '''payment-received'', ''order-mail'')', '''payment-received'', ''order-mail'', ''order-mail-again'')'),
    'when ''order-mail'' then about.email', 'when ''order-mail'' then about.email
        when ''order-mail-again'' then about.email');
begin
  if length(v_now) - length(v_former) < 60 then raise exception 'list_dead_letters() lists something else'; end if;
  execute v_now;
  v_former := pg_get_functiondef('delete_customer(uuid, text)'::regprocedure);
  v_now := replace(v_former, '(''order-mail'', ''auth-mail'')', '(''order-mail'', ''order-mail-again'', ''auth-mail'')');
  if v_now = v_former then raise exception 'delete_customer() deletes something else'; end if;
  execute v_now;
end $$;
