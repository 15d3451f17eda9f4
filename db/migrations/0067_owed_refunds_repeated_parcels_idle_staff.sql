-- Failed refunds of an order are counted together; a hand-over that is repeated is answered as the first one; staff who were
-- away for eight hours show their second factor again.

-- Tells an attempt to give the same money back once more from a further refund. Null for those from before this column.
alter table refunds add column failed_at timestamptz;
create function note_failed_refund() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  new.failed_at := case when new.status = 'failed' then now() end;
  return new;
end $$;
create trigger note_failed_refund before insert or update of status on refunds
  for each row when (new.status = 'failed') execute function note_failed_refund();

-- What failed refunds of a payment still owe, in paise, and since when; `paise` is 0 when nothing is owed any more. A refund
-- that was asked for after others had failed is for their money first: if it fails too, nothing more is owed, and if it
-- does not, so much less. One that was asked for before they failed is for something else.
create function failed_refunds_owe(p_payment text, out paise bigint, out since timestamptz)
  language plpgsql stable set search_path = public, pg_temp
  as $$
declare
  v_refund refunds;
  v_for_failed bigint;
begin
  paise := 0;
  for v_refund in select * from refunds where payment_id = p_payment order by created_at, id loop
    v_for_failed := least(v_refund.amount_paise, paise, coalesce((
      select sum(former.amount_paise) from refunds former
      where former.payment_id = p_payment and former.status = 'failed' and former.id <> v_refund.id
        and (former.created_at, former.id) < (v_refund.created_at, v_refund.id)
        and coalesce(former.failed_at, former.created_at) <= v_refund.created_at
    ), 0));
    if v_refund.status = 'failed' then
      since := case when paise = 0 then v_refund.created_at else since end;
      paise := paise + v_refund.amount_paise - v_for_failed;
    else
      paise := paise - v_for_failed;
    end if;
  end loop;
  paise := greatest(0, least(paise, refundable_paise(p_payment)));
end $$;

-- Orders whose refund failed and whose money is still here: given up, with anything left of the payment; or going on, with
-- anything owed that failed. One row for each order. At most 1,000.
create or replace function failed_refunds() returns table (payment_id text, created_at timestamptz)
  language sql stable set search_path = public, pg_temp
  as $$
    select failed.payment_id, case when paid.given_up then failed.created_at else owed.since end
    from (
      select newest.payment_id, min(newest.created_at) as created_at from (
        select refunds.payment_id, refunds.created_at from refunds
        where refunds.status = 'failed' and refundable_paise(refunds.payment_id) > 0 order by refunds.created_at limit 1000
      ) newest group by newest.payment_id
    ) failed
    cross join lateral (
      select fulfilment in ('cancelled', 'returned', 'lost') as given_up from orders
      where orders.payment_id = failed.payment_id limit 1 -- its index, whatever is guessed
    ) paid
    cross join lateral failed_refunds_owe(failed.payment_id) owed
    where paid.given_up or owed.paise > 0
    order by 2
  $$;
revoke execute on function note_failed_refund(), failed_refunds_owe(text) from public;

-- A hand-over whose answer was lost is sent again, with the version of before: the parcel is on its way as was asked.
do $$
declare
  v_former text := pg_get_functiondef('act_on_order(uuid, integer, text, jsonb)'::regprocedure);
  v_now text := replace(v_former, '  if v_actor = ''staff'' and v_order.version is distinct from p_version then',
    '  if p_verb = ''hand_over'' and p_version < v_order.version and exists (
    select from shipments where order_id = p_order and state <> ''taken_back''
      and courier = (p_data ->> ''courier'')::uuid and tracking_number = p_data ->> ''tracking_number''
  ) then
    return query select ''done'', null::bigint, null::uuid, null::bigint, v_order.user_id;
    return;
  end if;
  if v_actor = ''staff'' and v_order.version is distinct from p_version then');
begin
  if v_now = v_former then raise exception 'act_on_order() does not compare versions'; end if;
  execute v_now;
end $$;

-- When each session was last used in the admin, up to five minutes late: not every page writes.
create table staff_sessions (
  session_id uuid primary key,
  user_id uuid not null references staff on delete cascade,
  used_at timestamptz not null default now()
);
create index staff_sessions_by_member on staff_sessions (user_id);
alter table staff_sessions enable row level security;

-- As before, and a session that has been away from the admin for eight hours shows its second factor again.
-- `p_in_use` is false for what a page asks for by itself.
drop function auth.enter_staff(uuid, uuid, integer, text[], boolean, integer);
drop function auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer);
create function auth.admit_staff(
  p_session uuid, p_user uuid, p_second_factor boolean, p_factor_at timestamptz, p_roles text[],
  p_require_factor boolean, p_fresh_seconds integer, p_in_use boolean default true
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_role text;
  v_used_at timestamptz;
begin
  select staff.role, sessions.used_at into v_role, v_used_at
    from public.staff
    left join public.staff_sessions sessions on sessions.session_id = p_session and sessions.user_id = staff.user_id
    where staff.user_id = p_user and staff.disabled_at is null;
  if v_role is null then
    raise exception 'Not staff' using errcode = 'SH404';
  end if;
  if p_require_factor and not coalesce(p_second_factor, false) then
    raise exception 'A second factor is needed' using errcode = 'SH412';
  end if;
  if p_roles is not null and v_role <> all (p_roles) then
    raise exception 'Not for this role' using errcode = 'SH403';
  end if;
  if p_require_factor and coalesce(greatest(v_used_at, p_factor_at), '-infinity') < now() - interval '8 hours' then
    raise exception 'The session was not used for too long' using errcode = 'SH413';
  end if;
  if p_require_factor and p_fresh_seconds is not null
    and coalesce(p_factor_at, '-infinity') < now() - make_interval(secs => p_fresh_seconds) then
    raise exception 'The second factor was shown too long ago' using errcode = 'SH413';
  end if;
  -- A page asks for several things at once: one of them writes, and none waits for it.
  if p_in_use and p_require_factor and p_session is not null
    and coalesce(v_used_at, '-infinity') < now() - interval '5 minutes'
    and pg_try_advisory_xact_lock(hashtextextended('staff_sessions ' || p_session, 0)) then
    insert into public.staff_sessions (session_id, user_id) values (p_session, p_user)
      on conflict (session_id) do update set user_id = excluded.user_id, used_at = excluded.used_at;
  end if;
  perform set_config('shop.staff_id', p_user::text, true), set_config('shop.staff_role', v_role, true),
    set_config('shop.staff_session', coalesce(p_session::text, ''), true),
    set_config('shop.staff_factor_at', coalesce(p_factor_at::text, ''), true),
    set_config('shop.staff_factor_required', p_require_factor::text, true);
end $$;

create function auth.enter_staff(
  p_session uuid, p_user uuid, p_token integer, p_roles text[], p_require_factor boolean, p_fresh_seconds integer,
  p_in_use boolean default true
) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_aal text;
  v_factor_at timestamptz;
begin
  select s.aal, (
      select max(to_timestamp((proof ->> 'timestamp')::float8)) from jsonb_array_elements(s.amr) proof
      where proof ->> 'method' in ('totp', 'mfa/webauthn', 'mfa/recovery_code')
    )
    into v_aal, v_factor_at
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    where s.id = p_session and s.user_id = p_user and s.expires_at > now() and s.access_floor <= p_token
      and (u.banned_until is null or u.banned_until <= now())
      and (s.aal = 'aal2' or not exists (
        select from auth.factors f where f.user_id = p_user and f.status = 'verified'
      ));
  if not found then
    raise exception 'The session has ended' using errcode = 'SH401';
  end if;
  perform auth.admit_staff(p_session, p_user, v_aal = 'aal2', v_factor_at, p_roles, p_require_factor, p_fresh_seconds,
    p_in_use);
end $$;
revoke execute on function auth.enter_staff(uuid, uuid, integer, text[], boolean, integer, boolean),
  auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer, boolean) from public;
grant execute on function auth.enter_staff(uuid, uuid, integer, text[], boolean, integer, boolean),
  auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer, boolean) to shop_staff;

-- What is older counts no more than what is not there.
create function delete_old_staff_sessions(p_before timestamptz, p_most integer) returns integer
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    with old as (
      select session_id from staff_sessions where used_at < p_before order by used_at limit p_most
      for update skip locked
    ), gone as (
      delete from staff_sessions where session_id = any(array(select session_id from old)) returning 1
    )
    select count(*)::integer from gone
  $$;
revoke execute on function delete_old_staff_sessions(timestamptz, integer) from public;
grant execute on function delete_old_staff_sessions(timestamptz, integer) to shop_app;
