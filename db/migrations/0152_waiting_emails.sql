-- As before, but only the email that is to be sent again is waited for, and one that is sent again already: any other job
-- of the order, such as that of an undo, blocked it for a minute. `p_step`: the step that the email is about, null for the
-- confirmation. The jobs are found by their index: all that ran within a day were read, also a newsletter's.
drop function send_email_again(uuid, integer, text, text);
create function send_email_again(p_order uuid, p_version integer, p_subject text, p_key text, p_step bigint default null)
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
      where name in ('order-confirmation', 'order-mail', 'order-mail-again')
        and state < 'active' and not blocked -- as the index of waiting jobs has it
        and data ->> 'order_id' = p_order::text
        and (name = 'order-mail-again' or (data ->> 'event_id') is not distinct from p_step::text)
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

revoke execute on function send_email_again(uuid, integer, text, text, bigint) from public;
grant execute on function send_email_again(uuid, integer, text, text, bigint) to shop_staff;
