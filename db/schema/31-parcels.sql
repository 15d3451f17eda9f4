-- Couriers and their parcels.

create table couriers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique check (length(name) between 1 and 60),
  tracking_url text check (
    tracking_url ~ '^https://' and tracking_url like '%{number}%' and length(tracking_url) <= 300
  ),
  active boolean not null default true,
  numbered boolean not null default true -- false: its parcels have no tracking numbers, such as the shop's own people's
);
alter table couriers enable row level security;

insert into couriers (name, tracking_url, numbered) values
  ('India Post', 'https://www.indiapost.gov.in/_layouts/15/dop.portal.tracking/trackconsignment.aspx?consignment={number}', true),
  ('Delhivery', 'https://www.delhivery.com/track-v2/package/{number}', true),
  ('Blue Dart', 'https://www.bluedart.com/trackdartresultthirdparty?trackFor=0&trackNo={number}', true),
  ('DTDC', 'https://www.dtdc.in/trace.asp?strCnno={number}', true),
  ('Own delivery', null, false);

create table shipments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null,
  courier uuid not null references couriers,
  tracking_number text check (length(tracking_number) between 1 and 40), -- null for a courier without numbers
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
-- In any spelling: without '-' and '_'.
create index shipments_by_tracking_number on shipments (translate(tracking_number, '-_', '') text_pattern_ops);
alter table shipments enable row level security;

-- Revision 6. What follows is applied again when it changes: raise the number then.

drop policy if exists everybody on couriers;
create policy everybody on couriers for select to shop_app, shop_staff
  using (true);
drop policy if exists owners on couriers;
create policy owners on couriers to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists own on shipments;
create policy own on shipments for select to shop_app
  using (user_id = current_shopper());
drop policy if exists staff on shipments;
create policy staff on shipments for select to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'accountant')
    or exists (select from orders where orders.id = shipments.order_id)
  );
drop policy if exists handed_over on shipments;
create policy handed_over on shipments for insert to shop_staff
  with check (
    (select current_staff_role()) in ('owner', 'packer')
    and exists (select from orders where orders.id = order_id and fulfilment = 'shipped')
  );
drop policy if exists steps on shipments;
create policy steps on shipments for update to shop_staff
  using (
    ((select current_staff_role()) = 'owner' or ((select current_staff_role()) = 'packer' and state = 'handed_over'))
    and exists (select from orders where orders.id = order_id)
  )
  with check ((select current_staff_role()) = 'owner' or state in ('handed_over', 'taken_back'));
-- A delivered parcel, which packers do not see, counts for the courier that has carried it.
drop policy if exists corrections on report_changes;
create policy corrections on report_changes for insert to shop_staff
  with check ((select current_staff_role()) = 'owner');

revoke all on couriers, shipments from shop_app, shop_staff;
grant select, insert, update on couriers to shop_staff;
grant select on couriers, shipments to shop_app;
grant select, insert (order_id, user_id, courier, tracking_number), update (courier, tracking_number, state, failed_attempts) on shipments
  to shop_staff;
grant insert (day) on report_changes to shop_staff;
