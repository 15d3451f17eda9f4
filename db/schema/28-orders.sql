-- Orders: what was bought, where it goes, and each step since as an event (docs/decisions/074). Tables and columns have
-- the names of the specification (§3); amounts are rupees with two decimals. The specification's six words in `status`
-- are derived from `fulfilment`.

-- Order numbers: short, readable aloud, and silent about how many orders the shop has.
create sequence order_number_sequence minvalue 0 maxvalue 1073741823; -- 2^30 numbers of six characters

create table order_number_key (
  only_row boolean primary key default true check (only_row),
  key uuid not null default gen_random_uuid()
);
insert into order_number_key default values;

-- 'AP-7KQ-M2X'. The sequence makes numbers distinct under any concurrency; four Feistel rounds keyed with this shop's
-- own secret map each to another of the same range, one to one; Crockford's alphabet leaves out I, L, O and U, which
-- are misheard or misread. In few steps: PL/pgSQL prepares each once in a transaction.
create function generate_order_number() returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  secret constant text := (select key || ':' from order_number_key);
  n integer := nextval('order_number_sequence');
  high integer := n >> 15;
  low integer := n & 32767;
begin
  high := high # (('x' || left(md5(secret || '1:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '2:' || high), 4))::bit(16)::integer & 32767);
  high := high # (('x' || left(md5(secret || '3:' || low), 4))::bit(16)::integer & 32767);
  low := low # (('x' || left(md5(secret || '4:' || high), 4))::bit(16)::integer & 32767);
  n := (high << 15) | low;
  return 'AP-' || substr(alphabet, (n & 31) + 1, 1) || substr(alphabet, ((n >> 5) & 31) + 1, 1)
    || substr(alphabet, ((n >> 10) & 31) + 1, 1) || '-' || substr(alphabet, ((n >> 15) & 31) + 1, 1)
    || substr(alphabet, ((n >> 20) & 31) + 1, 1) || substr(alphabet, ((n >> 25) & 31) + 1, 1);
end $$;

-- What an order is found by: its number with and without 'AP', PIN and city for every role; name and telephone, each
-- after a '~', for owners and packers; the email, after a '=', for owners. A role finds an order only by what it may
-- see: else an accountant could guess whose order it is. In PL/pgSQL, whose plan is kept, because an SQL function would
-- be parsed with every order that is placed.
create function order_search(p_number text, p_address jsonb, p_email text) returns tsvector
  language plpgsql immutable parallel safe
  as $$
declare
  v_number text := lower(replace(p_number, '-', ''));
begin
  return public.person_search(p_address ->> 'full_name', p_address ->> 'phone') || array_to_tsvector(array_remove(
    array[v_number, right(v_number, 6), nullif(regexp_replace(public.search_text(p_address ->> 'postal_code'), '[- ]', '', 'g'), ''),
      '=' || nullif(regexp_replace(public.search_text(p_email), '[!-/:-@[-`{-~]', '', 'g'), '')]
      || public.words_in(p_address ->> 'city', false), null));
end $$;

create table orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null,
  order_number text not null unique,
  total_amount numeric(12, 2) not null,
  shipping_address_id uuid,
  shipping_address jsonb not null,
  payment_method text not null,
  payment_status text not null default 'pending',
  idempotency_key text not null,
  request_hash text not null,
  created_at timestamptz not null default now(),
  total_paise bigint generated always as ((total_amount * 100)::bigint) stored,
  intent_id uuid unique,
  payment_id text unique,
  payment_mode text, -- with which money it was paid; null for cash
  fulfilment text not null default 'pending',
  status text not null generated always as (case fulfilment
    when 'packed' then 'processing'
    when 'returning' then 'shipped'
    when 'returned' then 'cancelled'
    when 'lost' then 'cancelled'
    else fulfilment
  end) stored,
  version integer not null default 0,
  email text, -- where the emails about it go
  cancel_reason text,
  confirmed_at timestamptz,
  packed_at timestamptz,
  shipped_at timestamptz,
  delivered_at timestamptz,
  closed_at timestamptz, -- cancelled, returned or lost
  search tsvector not null generated always as (order_search(order_number, shipping_address, email)) stored,
  -- The total is the price of the goods. Offers of the gateway take something off what is paid for them, and where
  -- customers bear its fee, that is added: this is what was paid instead, and null if that is the total.
  paid_amount numeric(12, 2),
  paid_paise bigint generated always as ((coalesce(paid_amount, total_amount) * 100)::bigint) stored,
  taken_out_at timestamptz, -- when the closed parcel of a cancelled order was
  unique (id, user_id),
  constraint one_order_per_key unique (user_id, idempotency_key),
  -- The shopper's own address or none; deleting it leaves the order its copy.
  foreign key (shipping_address_id, user_id) references addresses (id, user_id)
    on delete set null (shipping_address_id),
  -- An order paid online is the intent's: same shopper, same amount, one payment, of what was paid.
  constraint orders_payment_intent_fkey foreign key (intent_id, user_id, total_paise)
    references payment_intents (id, user_id, amount_paise),
  constraint orders_payment_fkey foreign key (payment_id, intent_id, paid_paise)
    references payments (id, intent_id, amount_paise),
  constraint orders_payment_mode_fkey foreign key (intent_id, payment_mode) references payment_intents (id, mode),
  constraint only_online_amounts_differ check (
    paid_amount is null or (paid_amount > 0 and paid_amount <> total_amount and payment_id is not null)
  )
);
create index orders_by_shopper on orders (user_id, created_at desc, id desc);
create index orders_by_address on orders (shipping_address_id);
create index orders_unpaid on orders (user_id)
  where payment_method = 'cod' and status in ('pending', 'confirmed', 'processing', 'shipped');
create index orders_by_age on orders (created_at desc, id desc);
create index orders_by_fulfilment on orders (fulfilment, created_at, id);
create index orders_refunded on orders (payment_status, created_at, id)
  where payment_status in ('refund_pending', 'partially_refunded', 'refunded');
create index orders_to_take_out on orders (closed_at)
  where fulfilment = 'cancelled' and packed_at is not null and taken_out_at is null;
create index orders_by_words on orders using gin (search) with (gin_pending_list_limit = 256);
alter table orders enable row level security;

-- PostgreSQL reads each check of a table from its text, and plans it, for each statement that writes to the table; a
-- PL/pgSQL function it reads once for a connection (docs/performance.md). So one function has what would be eleven
-- checks; its errors are theirs.
create function check_order(o orders) returns boolean
  language plpgsql immutable parallel safe
  as $$
declare
  broken constant text := case
    when o.total_amount < 0 then 'orders_total_amount_check'
    when jsonb_typeof(o.shipping_address) <> 'object' then 'orders_shipping_address_check'
    when o.payment_method not in ('cod', 'razorpay') then 'orders_payment_method_check'
    when o.payment_status not in ('pending', 'paid', 'failed', 'refund_pending', 'partially_refunded', 'refunded')
      then 'orders_payment_status_check'
    when length(o.idempotency_key) not between 8 and 100 then 'orders_idempotency_key_check'
    when length(o.email) > 255 then 'orders_email_check'
    when length(o.cancel_reason) > 40 then 'orders_cancel_reason_check'
    when o.fulfilment not in ('pending', 'confirmed', 'packed', 'shipped', 'returning', 'delivered', 'returned', 'lost',
      'cancelled') then 'orders_fulfilment_check'
    when (o.payment_method = 'razorpay') <> (o.payment_id is not null)
      or (o.payment_id is null) <> (o.intent_id is null)
      or o.payment_method = 'razorpay' and o.payment_status in ('pending', 'failed') then 'online_orders_are_paid'
    when (o.payment_mode is null) <> (o.intent_id is null) then 'online_orders_have_a_payment_mode'
    when o.payment_mode <> 'live' and o.fulfilment not in ('pending', 'confirmed', 'cancelled')
      then 'test_orders_are_not_shipped'
  end;
begin
  if broken is not null then
    raise exception 'new row for relation "orders" violates check constraint "%"', broken
      using errcode = 'check_violation', schema = 'public', table = 'orders', constraint = broken;
  end if;
  return true;
end $$;
alter table orders add constraint checked_order check (check_order(orders));

create table order_items (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  user_id uuid not null, -- the order's own, so that row security is one comparison
  product_id text not null references products on delete restrict,
  product_name text not null,
  product_image text not null,
  quantity integer not null check (quantity >= 1),
  price numeric(12, 2) not null check (price >= 0),
  subtotal numeric(14, 2) not null generated always as (price * quantity) stored,
  mrp numeric(12, 2), -- null: ordered before the MRP was kept
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index order_items_by_order on order_items (order_id, user_id);
create index order_items_by_product on order_items (product_id);
alter table order_items enable row level security;

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
  from_state text, -- what a step led away from, and where its undo leads to; null for what is no step
  idempotency_key text, -- of notes alone: a lost answer, sent again, writes no second one
  mailed_at timestamptz, -- when the email about a step was sent; null for a step that has none
  constraint staff_are_known check ((actor = 'staff') = (staff_id is not null)),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index order_events_by_order on order_events (order_id, id);
create index order_events_by_staff on order_events (staff_id);
create unique index order_events_once on order_events (order_id, staff_id, idempotency_key)
  where idempotency_key is not null;
alter table order_events enable row level security;

-- Revision 12. What follows is applied again when it changes: raise the number then.

-- Orders are placed in one round trip: the commit is sent with them, behind a statement that must not succeed if the
-- order may not stand.
create or replace function roll_back_unless(p_condition boolean) returns void
  language plpgsql
  as $$
begin
  if p_condition is not true then
    raise exception 'Rolled back, as requested' using errcode = 'SH409';
  end if;
end $$;

-- The ways of TRANSITIONS in domain/order-verbs.ts, for whoever works as one of the shop's roles, also with SQL of its
-- own: shoppers confirm and cancel, packers do neither, and see none of the other states that only an owner leads to;
-- accountants move no goods, and packers no money. Of cash, shoppers say nothing, and accountants only how much of what
-- was collected they gave back. An address is final once the parcel was handed over; taken out are parcels of cancelled
-- orders. The database's owner may repair an order by hand.
create or replace function order_moves_by_transition() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_back boolean := (old.fulfilment, new.fulfilment) in (
    ('confirmed', 'pending'), ('packed', 'pending'), ('packed', 'confirmed'), ('shipped', 'pending'),
    ('shipped', 'confirmed'), ('shipped', 'packed'), ('delivered', 'shipped'), ('delivered', 'returning'),
    ('returning', 'shipped'), ('lost', 'shipped'), ('lost', 'returning'), ('cancelled', 'pending'),
    ('cancelled', 'confirmed'), ('cancelled', 'packed')
  );
begin
  if not (v_back or new.fulfilment = old.fulfilment or (old.fulfilment, new.fulfilment) in (
      ('pending', 'confirmed'), ('pending', 'packed'), ('confirmed', 'packed'), ('pending', 'shipped'),
      ('confirmed', 'shipped'), ('packed', 'shipped'), ('shipped', 'delivered'), ('returning', 'delivered'),
      ('shipped', 'returning'), ('shipped', 'returned'), ('returning', 'returned'), ('shipped', 'lost'),
      ('returning', 'lost'), ('pending', 'cancelled'), ('confirmed', 'cancelled'), ('packed', 'cancelled')
    ))
    or (current_staff_role() is null and new.fulfilment not in (old.fulfilment, 'cancelled')
      and (old.fulfilment, new.fulfilment) <> ('pending', 'confirmed'))
    or (current_staff_role() = 'packer' and new.fulfilment <> old.fulfilment and 'cancelled' in (old.fulfilment, new.fulfilment))
    or (current_staff_role() = 'accountant' and (new.fulfilment, new.shipping_address) <> (old.fulfilment, old.shipping_address))
    or (new.payment_status <> old.payment_status and case coalesce(current_staff_role(), 'shopper')
      when 'packer' then true
      when 'shopper' then old.payment_method = 'cod'
      when 'accountant' then old.payment_method <> 'cod' or old.payment_status not in ('paid', 'partially_refunded')
        or new.payment_status not in ('partially_refunded', 'refunded')
      else false
    end)
    or (new.taken_out_at is distinct from old.taken_out_at
      and (new.fulfilment <> 'cancelled' or current_staff_role() = 'accountant'))
    or (new.shipping_address <> old.shipping_address and old.fulfilment not in ('pending', 'confirmed', 'packed'))
    or ((new.fulfilment, new.shipping_address) <> (old.fulfilment, old.shipping_address) and new.version <> old.version + 1) then
    raise exception 'order % cannot go from % to %', old.id, old.fulfilment, new.fulfilment
      using errcode = 'check_violation', constraint = 'order_moves_by_transition';
  end if;
  return new;
end $$;

-- Locks an order for a step: first its payment, as whoever records a refund does, and its cash, which a courier's list
-- may be about to settle. No row for whoever may not see the order. What can still be refunded of an online payment is
-- nothing that packers see.
create or replace function lock_order(p_order uuid) returns table(refundable_paise bigint, disputed boolean)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_order orders;
begin
  perform from payments where id = (select payment_id from orders where id = p_order) for update;
  select * into v_order from orders where id = p_order for no key update;
  if not found or not coalesce(case v_role
    when 'owner' then true
    when 'accountant' then true
    when 'packer' then v_order.fulfilment in ('confirmed', 'packed', 'shipped') or v_order.fulfilment = 'cancelled'
      and v_order.packed_at is not null and coalesce(v_order.taken_out_at > now() - interval '1 minute', true)
    else v_order.user_id = current_shopper()
  end, false) then
    return;
  end if;
  perform from cod_collections where order_id = p_order for update;
  return query select
    case when v_role is distinct from 'packer' then refundable_paise(v_order.payment_id) end,
    -- A bank may still take the payment back, so that a refund could return it twice.
    exists (select from disputes where payment_id = v_order.payment_id and status in ('open', 'under_review'));
end $$;

-- The events of an order that its shopper may see, oldest first, with the link of the parcel and whether the shopper was
-- told by email; under the policies of who asks. A hand-over has its parcel's courier and number as they were last
-- corrected: both were written in one transaction, so they have the same time.
create or replace view shown_events with (security_invoker) as
  select event.order_id, jsonb_agg(jsonb_build_object(
    'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'mailed', mailed_at is not null,
    'data', case when parcel.id is null then data else data - 'tracking_number' || jsonb_strip_nulls(
      jsonb_build_object('courier', couriers.name, 'tracking_number', parcel.tracking_number)) end,
    'tracking_url', replace(couriers.tracking_url, '{number}', coalesce(parcel.tracking_number, data ->> 'tracking_number'))
  ) order by event.id) as events
  from order_events event
  left join shipments parcel
    on kind = 'hand_over' and parcel.order_id = event.order_id and parcel.handed_over_at = at
  left join couriers
    on kind in ('hand_over', 'correct_parcel') and couriers.id = coalesce(parcel.courier, (data ->> 'courier_id')::uuid)
  where shown_to_shopper
  group by event.order_id;

-- The steps of an order for whoever has the link of an email: nothing that says whose it is.
create or replace function order_timeline(p_order uuid)
  returns table(
    order_number text, status text, payment_method text, total_amount numeric, created_at timestamptz, events jsonb,
    refunded boolean
  )
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select order_number, status, payment_method, total_amount, created_at,
      coalesce((select shown.events from shown_events shown where shown.order_id = orders.id), '[]'),
      payment_id is not null and wholly_refunded(payment_id)
    from orders where id = p_order
  $$;


-- The order that an email asks about, for whoever has the token of its link.
create or replace function asked_order(p_order uuid)
  returns table(id uuid, user_id uuid, order_number text, status text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select id, user_id, order_number, status from orders where id = p_order and payment_method = 'cod'
  $$;


-- The day by which it was said to be there, for the same.
create or replace function order_expected_by(p_order uuid) returns date
  language sql stable security definer set search_path = public, pg_temp
  as $$ select expected_by from orders where id = p_order $$;

-- A text that changes whenever an order was placed or something happened to one: open admins ask for it every other
-- second. The newest fifty of each, because a transaction that began earlier may commit later. With the owner's rights:
-- the policies of staff would look at every order that a packer does not see.
create or replace view latest_change as
  select md5(concat(
    (select string_agg(id::text, ' ') from (select id from orders order by created_at desc, id desc limit 50) newest),
    (select string_agg(id::text, ' ') from (select id from order_events order by id desc limit 50) newest)
  )) as mark;

-- A page of orders' ids for the transaction's staff member; nothing for others. `p_words` is the search, `p_tracking` a
-- pattern, `p_products` those whose name was typed. Or exactly the orders with `p_numbers`, order and tracking numbers of a
-- courier's list that was pasted. Newest first, or the oldest for queues that are worked off. Policies would keep the
-- search out of its index (its operator is not leakproof), so this function with the owner's rights finds the ids, each
-- for what the role may see; the rows themselves are read under the policies.
create or replace function list_orders(
  p_filters text[], p_fulfilment text, p_payment_method text, p_payment_status text, p_courier uuid, p_product text,
  p_from timestamptz, p_to timestamptz, p_after uuid, p_words tsquery, p_tracking text, p_products text[],
  p_numbers text[], p_oldest_first boolean, p_most integer
) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_at timestamptz;
  v_filters text[] := p_filters;
  v_sources text[] := '{all}';
  v_words tsquery;
  v_number text := left(p_tracking, -1);
  v_rare tsquery;
  v_found uuid[];
  v_order text := case when p_oldest_first then 'o.created_at, o.id' else 'o.created_at desc, o.id desc' end;
  v_where text := '';
  v_part text;
  v_parts text[] := '{}';
begin
  if current_staff_role() is null then
    return;
  end if;
  -- Packers take out the parcels of cancelled orders, and see no others that are closed.
  if current_staff_role() = 'packer' and 'to_take_out' <> all (v_filters) then
    v_filters := v_filters || 'packer'::text;
  end if;
  -- The first pages that are opened most keep their plans.
  if p_words is null and p_numbers is null and p_after is null then
    if cardinality(v_filters) = 0 and not p_oldest_first then
      return query select id from orders order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' and not p_oldest_first then
      return query select id from orders where fulfilment = p_fulfilment order by created_at desc, id desc limit p_most;
      return;
    elsif v_filters = '{fulfilment}' then
      return query select id from orders where fulfilment = p_fulfilment order by created_at, id limit p_most;
      return;
    elsif v_filters = '{fulfilment,real_money}' and p_oldest_first then
      return query select id from orders
        where fulfilment = p_fulfilment and (payment_mode is null or payment_mode = 'live') order by created_at, id limit p_most;
      return;
    end if;
  end if;
  if p_after is not null then
    select created_at into v_at from orders where id = p_after;
    if not found then return; end if;
  end if;
  if p_numbers is not null then -- a parcel that was taken back has given up its number
    v_found := array(
      select id from orders where order_number = any(p_numbers)
      union
      select order_id from shipments
      where translate(tracking_number, '-_', '') = any(array(select translate(number, '-_', '') from unnest(p_numbers) number))
        and state <> 'taken_back'
    );
    v_sources := '{found}';
  end if;
  if v_number is not null and exists (
    select from shipments
    where translate(tracking_number, '-_', '') ~>=~ v_number and translate(tracking_number, '-_', '') ~<~ (v_number || chr(65535))
  ) then
    v_sources := v_sources || 'tracking'::text;
  end if;
  if cardinality(p_products) > 0 then v_sources := v_sources || 'products'::text; end if;
  -- How many orders a typed beginning matches is not known to the planner, and a wrong guess reads all of them. A few are
  -- fetched by the index and sorted; for many the list is read in its order, which soon has a page. Without filters the
  -- newest 500 have a page, or say how many more would have it. For a file, the list would be read to its end.
  if p_words is not null then
    v_words := search_of_role(p_words, current_staff_role());
    v_sources[1] := 'few';
    if p_most <= 1000 and cardinality(v_filters) = 0 and not p_oldest_first
      and p_words::text !~ $r$'(?=[^']*\d)[^']{6,}'$r$ then
      for v_read in 1..2 loop
        exit when v_read = 2 and cardinality(v_found) not between 2 and p_most - 1;
        v_found := array(
          select id from (
            select id, created_at, search from orders
            where (created_at, id) < (coalesce(v_at, 'infinity'), coalesce(p_after, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
            order by created_at desc, id desc
            limit case v_read when 1 then 500 else least(10000, 1000 * p_most / cardinality(v_found)) end
          ) newest
          where search @@ v_words order by created_at desc, id desc limit p_most
        );
      end loop;
    end if;
    if cardinality(v_found) = p_most then
      v_sources[1] := 'found';
    elsif 'fulfilment' = any (v_filters) and (
      select count(*) from (select from orders where fulfilment = p_fulfilment limit 3001) queue
    ) <= 3000 then
      v_sources[1] := 'words'; -- a short queue is read whole: a common word's index has more
    else
      v_rare := coalesce(rare_words(p_words, current_staff_role()), v_words);
      if p_most <= 1000 and (select count(*) from (select from orders where search @@ v_rare limit 3001) matching) > 3000 then
        v_sources[1] := 'words';
      end if;
    end if;
  end if;
  -- The sources are united, each narrowed by all filters. The orders whose pieces are sold and still in the house are
  -- those that stock_levels counts as reserved.
  foreach v_part in array v_filters loop
    v_where := v_where || ' and ' || case v_part
      when 'packer' then $f$o.fulfilment in ('confirmed', 'packed', 'shipped')$f$
      when 'fulfilment' then 'o.fulfilment = $1'
      when 'closed' then $f$o.fulfilment in ('cancelled', 'returned', 'lost')$f$
      when 'to_take_out' then $f$o.fulfilment = 'cancelled' and o.packed_at is not null and o.taken_out_at is null$f$
      when 'unsent' then $f$o.fulfilment in ('pending', 'confirmed', 'packed')$f$
      when 'real_money' then $f$(o.payment_mode is null or o.payment_mode = 'live')$f$
      -- Not 'exists', which may read all parcels at once. The index of those that were tried in vain has the answer.
      when 'late' then $f$o.fulfilment = 'shipped' and (o.shipped_at < now() - interval '7 days' or (
        select s.order_id from shipments s where s.order_id = o.id and s.failed_attempts > 0 limit 1) is not null)$f$
      when 'refund_failed' then $f$o.id in (
        select orders.id from failed_refunds failed join orders on orders.payment_id = failed.payment_id
      )$f$
      when 'return_to_refund' then 'o.id in (select unrefunded.id from unrefunded_returns unrefunded)'
      when 'refunding' then $f$o.id in (
        select id from orders where payment_status = 'refund_pending'
        union all
        select orders.id from failed_refunds failed join payments on payments.id = failed.payment_id
        join orders on orders.intent_id = payments.intent_id
      )$f$
      when 'payment_method' then 'o.payment_method = $2'
      when 'payment_status' then 'o.payment_status = $3'
      when 'courier' then $f$exists (
        select from shipments s where s.order_id = o.id and s.courier = $4 and s.state <> 'taken_back')$f$
      when 'product' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = $5)'
      when 'from' then 'o.created_at >= $6'
      when 'to' then 'o.created_at < $7'
    end;
  end loop;
  if p_after is not null then
    v_where := v_where || ' and (o.created_at, o.id) ' || case when p_oldest_first then '>' else '<' end || ' ($8, $9)';
  end if;
  foreach v_part in array v_sources loop
    v_parts := v_parts || format('(select o.created_at, o.id from %s o where %s%s order by %s limit $13)',
      case v_part
        when 'few' then '(select * from orders where search @@ $14 offset 0)' -- the fence: found first, filtered then
        else 'orders'
      end,
      case v_part
        when 'all' then 'true'
        when 'few' then 'ts_match_vq(o.search, $10)'
        when 'found' then 'o.id = any($15)'
        when 'words' then 'ts_match_vq(o.search, $10)' -- '@@' without its index, which the planner would read whole
        when 'tracking' then $f$o.id in (select s.order_id from shipments s where translate(s.tracking_number, '-_', '') like $11)$f$
        when 'products' then 'exists (select from order_items i where i.order_id = o.id and i.user_id = o.user_id and i.product_id = any($12))'
      end, v_where, v_order);
  end loop;
  return query execute
    format('select o.id from (%s) o order by %s limit $13', array_to_string(v_parts, ' union '), v_order)
    using p_fulfilment, p_payment_method, p_payment_status, p_courier, p_product, p_from, p_to, v_at, p_after,
      v_words, p_tracking, p_products, p_most, v_rare, v_found;
end $$;

-- What waits and today's orders so far, for the admin's first page; what the role does not include is left out.
create or replace function count_today(p_low_stock integer) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_role text := current_staff_role();
  v_midnight timestamptz := date_trunc('day', now(), 'Asia/Kolkata');
  v_today jsonb := '{}';
begin
  if v_role is null then
    return null;
  end if;
  if v_role in ('owner', 'packer') then
    v_today := v_today || (
      select jsonb_object_agg(queue.name, (
        select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from (
          select created_at from orders
          where fulfilment = queue.state and (queue.state <> 'confirmed' or payment_mode is null or payment_mode = 'live')
          order by created_at limit 1000
        ) waiting
      ))
      from (values
        ('to_confirm', 'pending'), ('to_pack', 'confirmed'), ('to_hand_over', 'packed'), ('coming_back', 'returning')
      ) queue (name, state)
      where v_role = 'owner' or queue.state in ('confirmed', 'packed')
    ) || jsonb_build_object(
      'low_stock', (select jsonb_build_object('count', count(*)) from products where active and stock <= p_low_stock),
      'cancelled_parcels', (
        select jsonb_build_object('count', count(*), 'oldest', min(closed_at)) from (
          select closed_at from orders
          where fulfilment = 'cancelled' and packed_at is not null and taken_out_at is null order by closed_at limit 1000
        ) waiting
      ));
  end if;
  if v_role = 'owner' then
    v_today := v_today || jsonb_build_object(
      'late', (
        select jsonb_build_object('count', count(*), 'oldest', min(shipped_at)) from (
          select shipped_at from orders o
          where fulfilment = 'shipped' and (shipped_at < now() - interval '7 days' or (
            select max(s.failed_attempts) from shipments s where s.order_id = o.id
          ) > 0)
          limit 1000
        ) late
      ),
      -- As failed_refunds, of payments without an order of their own: the goods were gone, the shopper paid twice or had
      -- ordered since. The owner refunds them in the gateway's dashboard.
      'refunds_without_order', (
        select jsonb_build_object('count', count(*), 'oldest', min(owed.created_at), 'payments', coalesce(
          jsonb_agg(jsonb_build_object('payment_id', owed.payment_id, 'amount', owed.paise / 100.0, 'email', intent.email)
            order by owed.created_at), '[]'))
        from (
          select failed.payment_id, min(failed.created_at) as created_at, refundable_paise(failed.payment_id) as paise
          from refunds failed
          where failed.status = 'failed' and refundable_paise(failed.payment_id) > 0
            and (select orders.id from orders where orders.payment_id = failed.payment_id limit 1) is null
          group by failed.payment_id
          order by created_at limit 1000
        ) owed
        join payments on payments.id = owed.payment_id
        join payment_intents intent on intent.id = payments.intent_id
      ));
  end if;
  if v_role in ('owner', 'accountant') then
    v_today := v_today || jsonb_build_object(
      'refunds', (select jsonb_build_object('count', count(*), 'oldest', min(created_at)) from failed_refunds),
      'return_refunds', (
        select jsonb_build_object('count', count(*), 'oldest', min(returned_at))
        from (select returned_at from unrefunded_returns limit 1000) waiting
      ),
      'cash_overdue', (
        select jsonb_build_object('count', count(*), 'amount', coalesce(sum(amount), 0))
        from cod_collections where state = 'due' and due_at < now()
      )
    ) || (
      -- Orders that were not cancelled, their sum, and how many of them are in cash.
      select jsonb_object_agg(days.name, (
        select jsonb_build_object('orders', count(*), 'amount', coalesce(sum(total_amount), 0),
          'cod', count(*) filter (where payment_method = 'cod'))
        from orders where created_at >= days.since and created_at < days.until and status <> 'cancelled'
          and (payment_mode is null or payment_mode = 'live' or counts_test_money())
      ))
      from (values
        ('today_so_far', v_midnight, 'infinity'), ('yesterday', v_midnight - interval '1 day', v_midnight),
        ('last_seven_days', v_midnight - interval '7 days', v_midnight)
      ) days (name, since, until)
    );
  end if;
  return v_today;
end $$;

create or replace trigger order_moves_by_transition
  before update of fulfilment, payment_status, shipping_address, taken_out_at on orders
  for each row when (current_setting('role') in ('shop_app', 'shop_staff')) execute function order_moves_by_transition();

drop policy if exists own on orders;
create policy own on orders to shop_app
  using (user_id = current_shopper());
-- An order begins where nothing has happened to it yet: cash is not paid, and a payment has confirmed what it pays for.
drop policy if exists begins on orders;
create policy begins on orders as restrictive for insert to shop_app
  with check (case payment_method
    when 'cod' then (fulfilment, payment_status) = ('pending', 'pending')
    else (fulfilment, payment_status) = ('confirmed', 'paid')
  end);
drop policy if exists worker on order_items;
create policy worker on order_items for select to shop_worker
  using (true);
drop policy if exists own on order_items;
create policy own on order_items to shop_app
  using (user_id = current_shopper());
drop policy if exists own on order_events;
create policy own on order_events for select to shop_app
  using ((user_id = current_shopper()) and shown_to_shopper);
-- Packers also see what was cancelled with its parcel closed, until a minute after that was taken out: as long as it may
-- be undone.
drop policy if exists staff on orders;
create policy staff on orders for select to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'accountant')
    or ((select current_staff_role()) = 'packer' and (
      fulfilment in ('confirmed', 'packed', 'shipped') or fulfilment = 'cancelled'
        and packed_at is not null and coalesce(taken_out_at > now() - interval '1 minute', true)
    ))
  );
drop policy if exists steps on orders;
create policy steps on orders for update to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'accountant')
    or ((select current_staff_role()) = 'packer' and (
      fulfilment in ('confirmed', 'packed', 'shipped') or fulfilment = 'cancelled'
        and packed_at is not null and coalesce(taken_out_at > now() - interval '1 minute', true)
    ))
  );
drop policy if exists staff on order_items;
create policy staff on order_items for select to shop_staff
  using (
    (select current_staff_role()) in ('owner', 'accountant')
    or exists (select from orders where orders.id = order_items.order_id)
  );
drop policy if exists staff on order_events;
create policy staff on order_events for select to shop_staff
  using (
    (select current_staff_role()) = 'owner'
    or ((select current_staff_role()) = 'accountant' and kind <> 'note')
    or exists ( -- packers see no money, nor what was written about it
      select from orders where orders.id = order_id and (select current_staff_role()) = 'packer'
        and order_events.kind not in ('refund', 'manual_refund', 'send_email_again', 'dispute')
        and not (order_events.kind = 'note' and order_events.data ->> 'verb' is not distinct from 'refund')
    )
  );
drop policy if exists own_steps on order_events;
create policy own_steps on order_events for insert to shop_app
  with check (user_id = current_shopper() and actor = 'shopper' and kind in ('confirm', 'cancel'));
drop policy if exists mailed on order_events;
create policy mailed on order_events for update to shop_app
  using (user_id = current_shopper() and shown_to_shopper);
drop policy if exists steps on order_events;
create policy steps on order_events for insert to shop_staff
  with check (
    staff_id = (select current_staff())
    and case (select current_staff_role())
      when 'owner' then true
      when 'packer' then kind in (
        'pack', 'unpack', 'hand_over', 'take_back', 'take_out', 'undo_take_out', 'correct_address', 'correct_parcel', 'note'
      )
      when 'accountant' then kind = 'manual_refund' and exists ( -- of this transaction
        select from manual_refunds given
        where given.order_id = order_events.order_id and given.staff_id = order_events.staff_id
          and given.created_at = now() and given.amount = (data ->> 'amount')::numeric and given.reason = data ->> 'reason'
      )
    end
    and exists (select from orders where orders.id = order_id)
  );

revoke all on orders, order_items, order_events from shop_app, shop_staff, shop_worker;
grant select (product_image) on order_items to shop_worker; -- a picture that an order shows is kept
grant select, insert on orders, order_items to shop_app;
grant select on orders, order_items, order_events to shop_staff;
grant update (
  fulfilment, version, payment_status, cancel_reason, confirmed_at, packed_at, shipped_at, delivered_at, closed_at
) on orders to shop_app, shop_staff;
grant update (shipping_address, taken_out_at) on orders to shop_staff;
grant select on shown_events to shop_app, shop_staff;
grant select on latest_change to shop_staff;
grant insert (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, from_state) on order_events
  to shop_app, shop_staff;
grant insert (idempotency_key) on order_events to shop_staff;
grant select (id, order_id, user_id, at, kind, actor, data, shown_to_shopper, mailed_at), update (mailed_at) on order_events
  to shop_app;
revoke all on function
  generate_order_number, order_moves_by_transition, lock_order, order_search, list_orders, count_today, order_timeline,
  order_expected_by, asked_order from public;
grant execute on function generate_order_number, order_timeline, order_expected_by, asked_order to shop_app;
grant execute on function lock_order, order_search to shop_app, shop_staff;
grant execute on function list_orders, count_today to shop_staff;
