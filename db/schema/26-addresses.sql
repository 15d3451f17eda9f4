-- A shopper's addresses and profile. Users are known by id alone, so that any service of the same protocol can keep the
-- accounts.

create table addresses (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  full_name text not null check (length(full_name) between 1 and 100),
  phone text not null check (length(phone) between 10 and 20),
  address_line1 text not null check (length(address_line1) between 1 and 200),
  address_line2 text check (length(address_line2) <= 200),
  city text not null check (length(city) between 1 and 100),
  state text not null check (length(state) between 1 and 100),
  postal_code text not null check (length(postal_code) between 1 and 20),
  country text not null default 'India' check (length(country) between 1 and 100),
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  unique (id, user_id)
);
create index addresses_by_shopper on addresses (user_id, is_default desc, created_at desc, id);
create unique index one_default_address on addresses (user_id) where is_default;
alter table addresses enable row level security;

create table profiles (
  id uuid primary key,
  full_name text not null check (length(full_name) between 1 and 100),
  phone text check (length(phone) <= 20)
);
create index profiles_by_words on profiles using gin (person_search(full_name, phone));
alter table profiles enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

drop policy if exists own on addresses;
create policy own on addresses to shop_app
  using (user_id = current_shopper());
drop policy if exists own on profiles;
create policy own on profiles to shop_app
  using (id = current_shopper());
drop policy if exists owners on addresses;
create policy owners on addresses for select to shop_staff
  using ((select current_staff_role()) = 'owner');

revoke all on addresses, profiles from shop_app, shop_staff;
grant select, insert, update, delete on addresses to shop_app;
grant select, insert, update on profiles to shop_app;
grant select (id, user_id, full_name, phone, address_line1, address_line2, city, state, postal_code, country,
  is_default, created_at) on addresses to shop_staff;
