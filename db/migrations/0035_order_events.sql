-- What happens to an order after it was placed: its fulfilment as a state of its own, each step as an event, parcels and
-- the cash that couriers collect (docs/decisions/074). The specification's six words in `status` are derived from it.

alter table orders add column fulfilment text;
update orders set fulfilment = case status when 'processing' then 'packed' else status end;
alter table orders
  alter column fulfilment set not null,
  alter column fulfilment set default 'pending',
  add constraint orders_fulfilment_check check (fulfilment in (
    'pending', 'confirmed', 'packed', 'shipped', 'returning', 'delivered', 'returned', 'lost', 'cancelled'
  )),
  drop constraint test_orders_are_not_shipped,
  drop column status; -- with it goes the index orders_unpaid, made again below
alter table orders
  add column status text not null generated always as (case fulfilment
    when 'packed' then 'processing'
    when 'returning' then 'shipped'
    when 'returned' then 'cancelled'
    when 'lost' then 'cancelled'
    else fulfilment
  end) stored,
  add constraint test_orders_are_not_shipped check (
    payment_mode is null or payment_mode = 'live' or fulfilment in ('pending', 'confirmed', 'cancelled')
  ),
  add column version integer not null default 0,
  -- Where the mails about it go. Orders from before this column have it where it is still known.
  add column email text check (length(email) <= 255),
  add column cancel_reason text check (length(cancel_reason) <= 40),
  add column confirmed_at timestamptz,
  add column packed_at timestamptz,
  add column shipped_at timestamptz,
  add column delivered_at timestamptz,
  add column closed_at timestamptz; -- cancelled, returned or lost
create index orders_unpaid on orders (user_id)
  where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped');
update orders set email = coalesce(
  (select email from payment_intents where payment_intents.id = orders.intent_id),
  (select users.email from auth.users where users.id = orders.user_id)
);

-- The same as TRANSITIONS in domain/fulfilment.ts, and who may (VERB_ROLES); a test compares them.
create table order_transitions (
  verb text not null,
  from_state text not null,
  to_state text not null,
  primary key (verb, from_state)
);
insert into order_transitions (verb, from_state, to_state) values
  ('confirm', 'pending', 'confirmed'),
  ('unconfirm', 'confirmed', 'pending'),
  ('pack', 'pending', 'packed'),
  ('pack', 'confirmed', 'packed'),
  ('unpack', 'packed', 'confirmed'),
  ('hand_over', 'pending', 'shipped'),
  ('hand_over', 'confirmed', 'shipped'),
  ('hand_over', 'packed', 'shipped'),
  ('take_back', 'shipped', 'packed'),
  ('attempt_failed', 'shipped', 'shipped'),
  ('deliver', 'shipped', 'delivered'),
  ('undeliver', 'delivered', 'shipped'),
  ('return_to_origin', 'shipped', 'returning'),
  ('receive_back', 'shipped', 'returned'),
  ('receive_back', 'returning', 'returned'),
  ('lose', 'shipped', 'lost'),
  ('lose', 'returning', 'lost'),
  ('cancel', 'pending', 'cancelled'),
  ('cancel', 'confirmed', 'cancelled'),
  ('cancel', 'packed', 'cancelled');
create table order_verbs (
  verb text primary key,
  roles text[] not null,
  shown_to_shopper boolean not null
);
insert into order_verbs (verb, roles, shown_to_shopper) values
  ('confirm', '{owner}', true),
  ('unconfirm', '{owner}', true),
  ('pack', '{owner,packer}', true),
  ('unpack', '{owner,packer}', true),
  ('hand_over', '{owner,packer}', true),
  ('take_back', '{owner,packer}', true),
  ('attempt_failed', '{owner}', true),
  ('deliver', '{owner}', true),
  ('undeliver', '{owner}', true),
  ('return_to_origin', '{owner}', true),
  ('receive_back', '{owner}', true),
  ('lose', '{owner}', true),
  ('cancel', '{owner}', true);

-- For whoever works as one of the shop's roles, in functions as well, only the rows above are possible. The database's
-- owner may repair an order by hand.
create function order_moves_by_transition() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  if not exists (
    select from order_transitions where from_state = old.fulfilment and to_state = new.fulfilment
  ) then
    raise exception 'order % cannot go from % to %', old.id, old.fulfilment, new.fulfilment
      using errcode = 'check_violation', constraint = 'order_moves_by_transition';
  end if;
  return new;
end $$;
create trigger order_moves_by_transition before update of fulfilment on orders
  for each row when (old.fulfilment <> new.fulfilment and current_setting('role') in ('shop_app', 'shop_staff'))
  execute function order_moves_by_transition();

-- The steps of an order, for the staff's page and the shopper's. 'Placed' is orders.created_at.
create table order_events (
  id bigint primary key generated always as identity,
  order_id uuid not null,
  user_id uuid not null, -- the order's own, as in order_items
  at timestamptz not null default now(),
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  actor text not null check (actor in ('shopper', 'staff', 'system')),
  staff_id uuid references staff,
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  shown_to_shopper boolean not null,
  constraint staff_are_known check ((actor = 'staff') = (staff_id is not null)),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index order_events_by_order on order_events (order_id, id);
create index order_events_by_staff on order_events (staff_id);

create table couriers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 60),
  tracking_url text check (tracking_url ~ '^https://' and tracking_url like '%{number}%' and length(tracking_url) <= 300),
  active boolean not null default true
);
insert into couriers (name, tracking_url) values
  ('India Post', 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?consignment={number}'),
  ('Delhivery', 'https://www.delhivery.com/track-v2/package/{number}'),
  ('Blue Dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}'),
  ('DTDC', 'https://www.dtdc.in/trace.asp?strCnno={number}'),
  ('Own delivery', null);

create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  courier uuid not null references couriers,
  tracking_number text not null check (length(tracking_number) between 1 and 40),
  state text not null default 'handed_over' check (
    state in ('handed_over', 'returning', 'delivered', 'returned', 'lost', 'taken_back')
  ),
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  handed_over_at timestamptz not null default now(),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create unique index one_parcel_per_tracking_number on shipments (courier, tracking_number) where state <> 'taken_back';
create index shipments_by_courier on shipments (courier, handed_over_at desc);
create index shipments_by_order on shipments (order_id, handed_over_at desc);
create index shipments_tried_in_vain on shipments (order_id) where failed_attempts > 0;
create index shipments_by_tracking_number on shipments (tracking_number text_pattern_ops);

-- Cash that a courier has collected and owes us.
create table cod_collections (
  order_id uuid primary key references orders on delete cascade,
  amount numeric(12, 2) not null check (amount >= 0),
  state text not null default 'due' check (state in ('due', 'remitted', 'short', 'disputed', 'void')),
  collected_at timestamptz not null default now(),
  due_at timestamptz not null,
  remitted_amount numeric(12, 2),
  remittance_id uuid
);
create index cod_collections_due on cod_collections (due_at) where state = 'due';

-- Money given back by hand for an order paid in cash.
create table manual_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  amount numeric(12, 2) not null check (amount > 0),
  way text not null check (way in ('upi', 'bank', 'cash')),
  reference text not null check (length(reference) between 1 and 100),
  reason text not null check (reason in ('cancelled', 'returned', 'goodwill')),
  staff_id uuid not null references staff,
  idempotency_key text not null,
  created_at timestamptz not null default now(),
  constraint one_manual_refund_per_key unique (order_id, idempotency_key),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index manual_refunds_by_order on manual_refunds (order_id, user_id);
create index manual_refunds_by_staff on manual_refunds (staff_id);

-- Staff give money back for reasons of their own, more than once for a payment.
alter table refunds
  drop constraint refunds_reason_check,
  add constraint refunds_reason_check check (reason in (
    'duplicate', 'mismatch', 'superseded', 'out_of_stock', 'gateway', 'cancelled', 'returned', 'goodwill'
  ));
drop index one_automatic_refund;
create unique index one_automatic_refund on refunds (payment_id)
  where reason in ('duplicate', 'mismatch', 'superseded', 'out_of_stock');

alter table order_events enable row level security;
alter table shipments enable row level security;
alter table cod_collections enable row level security;
alter table manual_refunds enable row level security;
alter table couriers enable row level security;
create policy everybody on couriers for select to shop_app, shop_staff using (true);
create policy owners on couriers to shop_staff using ((select current_staff_role()) = 'owner');

-- Shoppers see their own rows, as before; staff are another role with policies of their own.
alter policy own on orders to shop_app;
alter policy own on order_items to shop_app;
alter policy own on refunds to shop_app;
create policy own on order_events for select to shop_app
  using (user_id = (select current_shopper()) and shown_to_shopper);
create policy own on shipments for select to shop_app using (user_id = (select current_shopper()));
create policy own on manual_refunds for select to shop_app using (user_id = (select current_shopper()));

-- Packers see what is between confirmed and handed over.
create policy staff on orders for select to shop_staff using (
  (select current_staff_role()) in ('owner', 'accountant')
  or ((select current_staff_role()) = 'packer' and fulfilment in ('confirmed', 'packed', 'shipped'))
);
create policy staff on order_items for select to shop_staff using (
  (select current_staff_role()) in ('owner', 'accountant')
  or exists (select from orders where orders.id = order_id)
);
create policy staff on shipments for select to shop_staff using (
  (select current_staff_role()) in ('owner', 'accountant')
  or exists (select from orders where orders.id = order_id)
);
create policy staff on order_events for select to shop_staff using (
  (select current_staff_role()) = 'owner'
  or ((select current_staff_role()) = 'accountant' and kind <> 'note')
  or exists (
    select from orders where orders.id = order_id and (select current_staff_role()) = 'packer'
      and order_events.kind not in ('refund', 'manual_refund')
  )
);
create policy staff on refunds for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
create policy staff on manual_refunds for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
create policy staff on cod_collections for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));

revoke execute on function order_moves_by_transition() from public;
grant select on order_transitions, order_verbs, couriers to shop_staff;
grant select on couriers to shop_app;
grant select (id, order_id, user_id, at, kind, actor, data, shown_to_shopper) on order_events to shop_app;
grant select on shipments, manual_refunds to shop_app;
grant select on orders, order_items, order_events, shipments, cod_collections, manual_refunds, refunds to shop_staff;
grant insert, update on couriers to shop_staff;
grant select (id, name, image, price, active, stock, created_at, search_name) on products to shop_staff;
