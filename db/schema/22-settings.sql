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

-- Revision 2. What follows is applied again when it changes: raise the number then.

drop policy if exists everybody on shop_settings;
create policy everybody on shop_settings for select to shop_app, shop_staff
  using (true);
drop policy if exists owners on shop_settings;
create policy owners on shop_settings for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()));

revoke all on shop_settings from shop_app, shop_staff;
grant select, insert (key, value, staff_id) on shop_settings to shop_staff;
grant select (id, key, value, valid_from) on shop_settings to shop_app;
