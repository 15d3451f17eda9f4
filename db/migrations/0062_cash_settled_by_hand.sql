-- What was settled by hand stays to be seen and reopened, notes and letters are written once for each idempotency key, and
-- the log names staff by their e-mail.

-- Null: not settled by hand, or reopened since.
alter table cod_collections add column settled_at timestamptz;
update cod_collections set settled_at = coalesce((
    select max(at) from audit_log
    where subject_type = 'order' and subject_id = order_id::text and verb = 'settle_cash'
  ), collected_at)
  where state = 'remitted' and (remittance_id is null or remitted_amount is distinct from amount);
create index cod_collections_settled on cod_collections (settled_at, order_id) where settled_at is not null;

create or replace function change_collection(p_order uuid, p_action text, p_note text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_cash cod_collections;
  v_to text;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return 'not_permitted';
  end if;
  select * into v_cash from cod_collections where order_id = p_order for update;
  if not found then
    return 'order_not_found';
  end if;
  v_to := case
    when p_action = 'settle' and v_cash.state in ('due', 'short', 'disputed') then 'remitted'
    when p_action = 'dispute' and v_cash.state in ('due', 'short') then 'disputed'
    when p_action = 'reopen' and v_cash.state in ('disputed', 'remitted') then case
      when v_cash.remittance_id is null then 'due'
      when v_cash.remitted_amount < v_cash.amount then 'short'
      when v_cash.remitted_amount > v_cash.amount then 'disputed'
    end
  end;
  if v_to is null or v_to = v_cash.state then
    return 'changed_meanwhile';
  end if;
  update cod_collections set state = v_to,
      remitted_amount = case when remittance_id is not null then remitted_amount when v_to = 'remitted' then amount end,
      settled_at = case when v_to = 'remitted' then now() end
    where order_id = p_order;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after, reason)
    values (current_staff(), current_staff_session(), p_action || '_cash', 'order', p_order,
      jsonb_build_object('cash', v_cash.state), jsonb_build_object('cash', v_to), p_note);
  return 'done';
end $$;

-- Of notes alone: a lost answer, sent again, writes no second one.
alter table order_events add column idempotency_key text;
create unique index order_events_once on order_events (order_id, staff_id, idempotency_key)
  where idempotency_key is not null;

-- A note of its own for the staff. 'done', also when it was written before with this key; else a code of contract/errors.ts.
create function write_note(p_order uuid, p_text text, p_key text) returns text
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_former text;
begin
  insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
    select id, user_id, 'note', 'staff', current_staff(), jsonb_build_object('text', p_text), false, p_key
    from orders
    where id = p_order and (
      current_staff_role() = 'owner'
      or (current_staff_role() = 'packer' and fulfilment in ('confirmed', 'packed', 'shipped'))
    )
    on conflict (order_id, staff_id, idempotency_key) where idempotency_key is not null do nothing;
  if found then
    insert into audit_log (staff_id, session_id, verb, subject_type, subject_id)
      values (current_staff(), current_staff_session(), 'note', 'order', p_order);
    return 'done';
  end if;
  select data ->> 'text' into v_former from order_events
    where order_id = p_order and staff_id = current_staff() and idempotency_key = p_key;
  return case when v_former is null then 'order_not_found' when v_former = p_text then 'done'
    else 'idempotency_key_reused' end;
end $$;
revoke execute on function write_note(uuid, text, text) from public;
grant execute on function write_note(uuid, text, text) to shop_staff;

alter table newsletter_letters add column idempotency_key text;
create unique index newsletter_letters_once on newsletter_letters (created_by, idempotency_key)
  where idempotency_key is not null;

-- The log calls a member by the e-mail, as invitations and commands on the server do: before, by the account's id.
do $$
declare
  v_former text := pg_get_functiondef('accept_staff_invitation(bytea, text)'::regprocedure);
  v_now text := replace(v_former, '''accept_invitation'', ''staff'', v_user,', '''accept_invitation'', ''staff'', v_email,');
begin
  if v_now = v_former then raise exception 'accept_staff_invitation() logs something else'; end if;
  execute v_now;
end $$;
