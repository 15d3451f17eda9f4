-- What the owner changes while the shop is open: the newest value of a key counts, and none is ever overwritten.
-- Without one, the environment's counts.

create table shop_settings (
  id bigint primary key generated always as identity,
  key text not null check (key in ('identity', 'notice', 'cash_limits', 'low_stock', 'order_email')),
  value jsonb not null,
  valid_from timestamptz not null default now(),
  staff_id uuid references staff -- null: a command on the server
);
create index shop_settings_by_key on shop_settings (key, id desc);
create index shop_settings_by_staff on shop_settings (staff_id);
alter table shop_settings enable row level security;

-- Revision 1. What follows is applied again when it changes: raise the number then.

-- One change at a time, so that nobody overwrites what they have not seen. Null when `p_seen` is not the newest.
create or replace function change_shop_setting(p_key text, p_value jsonb, p_seen bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_present shop_settings;
  v_id bigint;
begin
  if current_staff_role() is distinct from 'owner' then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('shop_settings', 0));
  select * into v_present from shop_settings where key = p_key order by id desc limit 1;
  if v_present.id is distinct from p_seen then
    return null;
  end if;
  insert into shop_settings (key, value, staff_id) values (p_key, p_value, current_staff()) returning id into v_id;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, before, after)
    values (current_staff(), current_staff_session(), 'change_setting', 'setting', p_key,
      jsonb_build_object('value', v_present.value), jsonb_build_object('value', p_value));
  return v_id;
end $$;

-- Pages tell who runs the shop and its notice: they are cached until the catalogue's revision changes.
create or replace function increment_revision_for_settings() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  perform increment_catalogue_revision();
  return null;
end $$;

create or replace trigger increment_catalogue_revision after insert on shop_settings
  for each row when (new.key in ('identity', 'notice')) execute function increment_revision_for_settings();

drop policy if exists everybody on shop_settings;
create policy everybody on shop_settings for select to shop_app, shop_staff
  using (true);

revoke all on shop_settings from shop_app, shop_staff;
grant select on shop_settings to shop_staff;
grant select (id, key, value, valid_from) on shop_settings to shop_app;
revoke all on function increment_revision_for_settings, change_shop_setting from public;
grant execute on function change_shop_setting to shop_staff;
