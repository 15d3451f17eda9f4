-- A delivery whose cash was given back is not undone: the order would wait for the same cash again, with the refund still
-- on its page. One more condition in act_on_order() of 0037; its other two hundred lines stay.
do $$
declare
  v_old text := pg_get_functiondef('act_on_order(uuid, integer, text, jsonb)'::regprocedure);
  v_condition constant text := $c$(p_verb = 'undeliver' and v_cash.state not in ('due', 'void'))$c$;
begin
  if strpos(v_old, v_condition) = 0 then
    raise exception 'act_on_order() is not the one of 0037';
  end if;
  execute replace(v_old, v_condition, v_condition || $c$
    or (p_verb = 'undeliver' and exists (select from manual_refunds where order_id = p_order))$c$);
end $$;

-- As in 0037, but a key that was used for something else is refused: 'done' would tell of money that was not given back.
create or replace function refund_order(
  p_order uuid, p_version integer, p_paise bigint, p_reason text, p_note text, p_key text
) returns table (outcome text, event bigint, refund uuid, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_key text := 'staff-' || md5(p_order || ':' || p_key);
  v_former refunds;
begin
  perform from payments where id = (select payment_id from orders where id = p_order) for update;
  select * into v_order from orders where id = p_order for no key update;
  select * into v_former from refunds where idempotency_key = v_key;
  if current_staff_role() is distinct from 'owner' then
    outcome := 'not_permitted';
  elsif v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former.id is not null then
    outcome := case when (v_former.amount_paise, v_former.reason) = (p_paise, p_reason) then 'done'
      else 'idempotency_key_reused' end;
  elsif v_order.version <> p_version then
    outcome := 'order_changed';
  elsif v_order.payment_id is null then
    outcome := 'not_allowed_now';
  elsif refundable_paise(v_order.payment_id) < p_paise then
    outcome := 'refund_too_large';
  else
    refund := queue_refund(v_order, p_paise, p_reason, v_key);
    update orders set version = version + 1 where id = p_order;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'refund', 'staff', current_staff(),
        jsonb_strip_nulls(jsonb_build_object('amount', p_paise / 100.0, 'reason', p_reason, 'note', p_note)), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after, reason)
      values (current_staff(), current_staff_session(), 'refund', 'order', p_order,
        jsonb_build_object('amount', p_paise / 100.0, 'refund', refund), p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;

create or replace function note_manual_refund(
  p_order uuid, p_version integer, p_amount numeric, p_way text, p_reference text, p_reason text, p_key text
) returns table (outcome text, event bigint, shopper uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_given numeric;
  v_former manual_refunds;
begin
  select * into v_order from orders where id = p_order for no key update;
  select coalesce(sum(amount), 0) into v_given from manual_refunds where order_id = p_order;
  select * into v_former from manual_refunds where order_id = p_order and idempotency_key = p_key;
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    outcome := 'not_permitted';
  elsif v_order.id is null then
    outcome := 'order_not_found';
  elsif v_former.id is not null then
    outcome := case
      when (v_former.amount, v_former.way, v_former.reference, v_former.reason) = (p_amount, p_way, p_reference, p_reason)
      then 'done' else 'idempotency_key_reused' end;
  elsif v_order.version <> p_version then
    outcome := 'order_changed';
  elsif v_order.payment_method <> 'cod' or v_order.payment_status not in ('paid', 'partially_refunded') then
    outcome := 'not_allowed_now';
  elsif v_given + p_amount > v_order.total_amount then
    outcome := 'refund_too_large';
  else
    insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      values (p_order, v_order.user_id, p_amount, p_way, p_reference, p_reason, current_staff(), p_key);
    update orders set version = version + 1, payment_status = case
      when v_given + p_amount >= v_order.total_amount then 'refunded' else 'partially_refunded' end
      where id = p_order;
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
      values (p_order, v_order.user_id, 'manual_refund', 'staff', current_staff(),
        jsonb_build_object('amount', p_amount, 'way', p_way, 'reason', p_reason), true)
      returning id into event;
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after, reason)
      values (current_staff(), current_staff_session(), 'manual_refund', 'order', p_order,
        jsonb_build_object('amount', p_amount, 'way', p_way, 'reference', p_reference), p_reason);
    outcome := 'done';
    shopper := v_order.user_id;
  end if;
  return next;
end $$;

-- With an entry in the log. It leaves the text out: accountants read the log, and no notes.
create or replace function note_order(p_order uuid, p_text text) returns boolean
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
begin
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    select id, user_id, 'note', 'staff', current_staff(), jsonb_build_object('text', p_text), false
    from orders
    where id = p_order and (
      current_staff_role() = 'owner'
      or (current_staff_role() = 'packer' and fulfilment in ('confirmed', 'packed', 'shipped'))
    );
  if not found then
    return false;
  end if;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id)
    values (current_staff(), current_staff_session(), 'note', 'order', p_order);
  return true;
end $$;

-- An owner who is shown out could let themselves in again with an invitation written before: it counts only while its
-- inviter is an owner. Those of the command on the server have no inviter.
create or replace function accept_staff_invitation(p_token_hash bytea, p_email text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_user uuid := current_shopper();
  v_email text := coalesce(
    (select email from auth.users where id = v_user and email_confirmed_at is not null),
    case when not exists (select from auth.users where id = v_user) then lower(btrim(p_email)) end
  );
  v_invitation staff_invitations;
begin
  update staff_invitations set used_at = now()
    where token_hash = p_token_hash and used_at is null and expires_at > now() and email = v_email and (
      invited_by is null
      or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
    )
    returning * into v_invitation;
  if not found or v_user is null then
    return null;
  end if;
  -- An invitation lowers no owner's role. Whoever was disabled works again, in the role of the invitation.
  insert into staff as present (user_id, email, role, created_by)
    values (v_user, v_email, v_invitation.role, v_invitation.invited_by)
    on conflict (user_id) do update set role = excluded.role, disabled_at = null, email = excluded.email
    where present.disabled_at is not null or present.role <> 'owner';
  insert into audit_log (staff_id, verb, subject_type, subject_id, after)
    values (v_user, 'accept_invitation', 'staff', v_user, jsonb_build_object('role', v_invitation.role));
  return (select role from staff where user_id = v_user);
end $$;

-- Invitations that nobody has accepted and nobody can any more.
create function delete_expired_invitations(p_before timestamptz, p_most integer) returns integer
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with old as (
      select token_hash from staff_invitations where used_at is null and expires_at < p_before
      order by expires_at limit p_most
      for update skip locked
    ), gone as (
      delete from staff_invitations where token_hash = any(array(select token_hash from old)) returning 1
    )
    select count(*)::integer from gone
  $$;

revoke execute on function delete_expired_invitations(timestamptz, integer) from public;
grant execute on function delete_expired_invitations(timestamptz, integer) to shop_app;
