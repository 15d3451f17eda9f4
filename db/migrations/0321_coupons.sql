-- Discount codes: the owner's, and the personal ones of the newsletter. An order has the code's text and what it took off,
-- so a code is never changed once it exists, only paused and ended. Amounts are integer paise.

create table coupons (
  code text primary key check (code ~ '^[A-Z0-9]{3,30}$'),
  kind text not null check (kind in ('percent', 'amount')),
  value bigint not null check (value > 0 and (kind = 'amount' or value <= 100)),
  most bigint check (most > 0), -- that a percentage takes off; null: no limit
  minimum bigint not null default 0 check (minimum >= 0), -- of the goods
  products text[] check (cardinality(products) > 0), -- null: all
  starts_at timestamptz not null default now(),
  ends_at timestamptz,
  max_uses integer check (max_uses > 0), -- null: no limit
  max_uses_each integer check (max_uses_each > 0), -- of one shopper; null: no limit
  first_order boolean not null default false,
  online_only boolean not null default false,
  -- Of one address of the newsletter, which newsletter_code() makes it from, and which is not stored here.
  personal boolean not null default false,
  -- Counted only under max_uses, by triggers: other codes are no row that all orders write to. One more than max_uses where
  -- a payment came after its 30 minutes, because it was paid at that price.
  uses integer not null default 0 check (uses >= 0),
  paused boolean not null default false,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  constraint ends_after_start check (ends_at > starts_at)
);
create index coupons_by_age on coupons (created_at desc) where not personal;
alter table coupons enable row level security;

create index orders_by_coupon on orders (coupon_code) where coupon_code is not null;
