-- Money given back: by the gateway, by hand, and for what customers send back.

create table refunds (
  id uuid primary key default gen_random_uuid(),
  payment_id text not null,
  user_id uuid not null,
  amount_paise bigint not null check (amount_paise > 0),
  reason text not null check (reason in (
    'duplicate', 'mismatch', 'superseded', 'out_of_stock', 'gateway', 'cancelled', 'returned', 'goodwill'
  )),
  -- Sent with every attempt, so that the gateway gives the money back once; its rule is 10 of [A-Za-z0-9_-] or more.
  idempotency_key text not null unique check (idempotency_key ~ '^[A-Za-z0-9_-]{10,64}$'),
  gateway_refund_id text unique check (gateway_refund_id ~ '^rfnd_[A-Za-z0-9]{14}$'),
  status text not null default 'queued' check (status in ('queued', 'pending', 'processed', 'failed')),
  created_at timestamptz not null default now(),
  -- Tells an attempt to give the same money back once more from a further refund.
  failed_at timestamptz,
  foreign key (payment_id, user_id) references payments (id, user_id),
  constraint accepted_refund_has_gateway_id check (
    status = 'queued' or status = 'failed' or gateway_refund_id is not null
  )
);
create index refunds_by_payment on refunds (payment_id);
create index refunds_unfinished on refunds (id) where status in ('queued', 'pending');
create unique index one_automatic_refund on refunds (payment_id)
  where reason in ('duplicate', 'mismatch', 'superseded', 'out_of_stock');
create index refunds_failed on refunds (created_at) where status = 'failed';
create index refunds_by_age on refunds (created_at);
alter table refunds enable row level security;

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
create index manual_refunds_by_age on manual_refunds (created_at);
alter table manual_refunds enable row level security;

-- What one event of an order brought back. Undoing the event deletes its rows.
create table returned_items (
  order_item_id uuid not null references order_items on delete cascade,
  event_id bigint not null references order_events on delete cascade,
  order_id uuid not null,
  user_id uuid not null,
  good integer not null check (good >= 0),
  damaged integer not null check (damaged >= 0),
  -- Whether money was given back for the return of these pieces: then nobody has to look for it any more, also where
  -- the owner decided on a smaller refund. Money for another reason, such as goodwill, leaves the return open.
  settled boolean not null default false,
  -- The event that declined the refund of these pieces. They are `settled` then, too.
  declined_by bigint references order_events on delete set null,
  constraint something_came_back check (good + damaged > 0),
  primary key (order_item_id, event_id),
  foreign key (order_id, user_id) references orders (id, user_id) on delete cascade
);
create index returned_items_by_order on returned_items (order_id, user_id);
create index returned_items_by_event on returned_items (event_id);
create index returned_items_unsettled on returned_items (order_id) where not settled;
create index returned_items_declined on returned_items (declined_by);
alter table returned_items enable row level security;

-- Revision 8. What follows is applied again when it changes: raise the number then.

-- Nobody gets back more than was taken. The payment's row is the lock for its refunds. What staff ask for counts what was
-- given back by hand and by banks as well; what the gateway says of its own refunds is a fact.
create or replace function refunds_within_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  taken bigint := (select amount_paise from payments where id = new.payment_id for update);
  given bigint := (
    select coalesce(sum(amount_paise), 0) from refunds
    where payment_id = new.payment_id and id <> new.id and status <> 'failed'
  );
begin
  if new.status <> 'failed' and given + new.amount_paise > taken
    or current_staff_role() is not null and new.amount_paise > refundable_paise(new.payment_id) then
    raise exception 'refunds of payment % would exceed it', new.payment_id
      using errcode = 'check_violation', constraint = 'refunds_within_payment';
  end if;
  if new.status = 'failed' then
    new.failed_at := now(); -- also when it fails once more: the newest failure counts
  end if;
  return new;
end $$;

-- The same for what is given back by hand; by staff only of money that was taken (refundable_by_hand).
create or replace function manual_refunds_within_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_order orders;
  v_left bigint;
begin
  perform from payments where id = (select payment_id from orders where id = new.order_id) for update;
  select * into v_order from orders where id = new.order_id for no key update;
  v_left := case when current_staff_role() is null
    then coalesce(refundable_paise(v_order.payment_id), v_order.paid_paise - (
      select coalesce(sum(amount * 100), 0) from manual_refunds where order_id = new.order_id
    ))
    else refundable_by_hand(v_order) end;
  if new.amount * 100 > v_left then
    raise exception 'refunds of order % would exceed it', new.order_id
      using errcode = 'check_violation', constraint = 'manual_refunds_within_payment';
  end if;
  return new;
end $$;

-- What is not yet given back of an online payment, in paise: neither by the gateway, nor by hand, nor by a bank in a
-- dispute. The payment's row is the lock for its refunds.
create or replace function refundable_paise(p_payment text) returns bigint
  language sql stable set search_path = public, pg_temp
  as $$
    select amount_paise - coalesce((
      select sum(by_hand.amount * 100)
      from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id and by_hand.user_id = paid.user_id
      where paid.payment_id = p_payment
    ), 0)::bigint - coalesce((
      select sum(refunds.amount_paise) from refunds where payment_id = payments.id and status <> 'failed'
    ), 0)::bigint - coalesce((
      select sum(deducted_paise) from disputes where payment_id = payments.id
    ), 0)::bigint
    from payments where id = p_payment
  $$;

-- What failed refunds of a payment still owe, in paise, and since when; `paise` is 0 when nothing is owed any more. A
-- refund that was asked for after others had failed is for their money first: if it fails too, nothing more is owed,
-- and if it does not, so much less. One that was asked for before they failed is for something else. A refund by hand
-- counts as one of the gateway's that succeeded.
create or replace function failed_refunds_owe(p_payment text, out paise bigint, out since timestamptz) returns record
  language plpgsql stable set search_path = public, pg_temp
  as $$
declare
  v_refund record;
  v_for_failed bigint;
begin
  paise := 0;
  for v_refund in
    select id, amount_paise::bigint, status, created_at from refunds where payment_id = p_payment
    union all
    select by_hand.id, (by_hand.amount * 100)::bigint, 'processed', by_hand.created_at
      from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id and by_hand.user_id = paid.user_id
      where paid.payment_id = p_payment
    order by created_at, id
  loop
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

-- Whether all that was paid online was given back, or is on its way. For staff as well, who read no payments.
create or replace function wholly_refunded(p_payment text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select coalesce(refundable_paise(p_payment) <= 0, false) $$;

-- What may be recorded as refunded by hand, in paise: of cash that was collected what is left of it, of an online
-- payment what its failed refunds still owe; of an order that was given up all that is left, as in failed_refunds.
create or replace function refundable_by_hand(p_order orders) returns bigint
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case
      when coalesce(current_staff_role() not in ('owner', 'accountant'), true) then 0
      when p_order.payment_method = 'cod' then
        case when p_order.payment_status in ('paid', 'partially_refunded') then p_order.total_paise - (
          select coalesce(sum(amount * 100), 0) from manual_refunds where order_id = p_order.id
        ) else 0 end
      when current_staff_role() <> 'owner'
        or not exists (select from refunds where payment_id = p_order.payment_id and status = 'failed') then 0
      when p_order.fulfilment in ('cancelled', 'returned', 'lost') then refundable_paise(p_order.payment_id)
      else (select owed.paise from failed_refunds_owe(p_order.payment_id) owed)
    end::bigint
  $$;

-- Nothing comes back that was not sold.
create or replace function returned_items_were_sold() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  if not exists (
    select from order_items item
    where item.id = new.order_item_id and item.order_id = new.order_id and item.quantity >= (
      select sum(good + damaged) from returned_items where order_item_id = item.id
    )
  ) then
    raise exception 'more of item % came back than was sold', new.order_item_id
      using errcode = 'check_violation', constraint = 'returned_items_were_sold';
  end if;
  return null;
end $$;

-- A refund because of the return decides about all of it, see returned_items.settled.
create or replace function settle_returns() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update returned_items set settled = true where order_id = new.order_id and not settled;
  return null;
end $$;

-- What is due to a customer who has sent goods back, in rupees: what was paid for the pieces that nothing was decided
-- about, and what is owed of refunds that failed; but with all refunds of the order, whatever their reason, not more
-- than was paid for all returned pieces, and never more than can be refunded. A reason does not say which pieces it is
-- for: otherwise a customer who got a 'goodwill' refund before the return would get more than that. Each return is
-- decided by itself: a refund, a smaller one or none ends the wait for it. Staff can type a larger amount, up to the
-- order's sum.
create or replace function refund_due(p_order uuid) returns numeric
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce((
      select greatest(0, least(
        back.undecided + owed.paise / 100.0,
        least(coalesce(o.paid_amount, o.total_amount), back.price) - given.amount,
        refundable_paise(o.payment_id) / 100.0
      ))
      from orders o
      cross join lateral (select least(1, o.paid_amount / nullif(o.total_amount, 0)) as share) paid
      cross join lateral (
        select coalesce(round(sum((item.subtotal - item.discount) / item.quantity * (good + damaged)) * paid.share, 2), 0) as price,
          coalesce(round(sum((item.subtotal - item.discount) / item.quantity * (good + damaged)) filter (where not settled) * paid.share, 2), 0) as undecided
        from returned_items join order_items item on item.id = order_item_id
        where returned_items.order_id = o.id and returned_items.user_id = o.user_id
      ) back
      cross join lateral (select coalesce((failed_refunds_owe(o.payment_id)).paise, 0) as paise) owed
      cross join lateral (
        select coalesce((
          select sum(amount_paise) / 100.0 from refunds where payment_id = o.payment_id and status <> 'failed'
        ), 0) + coalesce((
          select sum(by_hand.amount) from manual_refunds by_hand
          where by_hand.order_id = o.id and by_hand.user_id = o.user_id
        ), 0) as amount
      ) given
      where o.id = p_order and current_staff_role() in ('owner', 'accountant')
        and not (o.payment_method = 'cod' and o.payment_status in ('pending', 'failed'))
    ), 0)
  $$;

-- The gateway's refunds for the reports, and whether any money moved with their payments, which staff do not read.
create or replace view reported_refunds as
  select refunds.created_at, refunds.amount_paise, intent.mode <> 'live' as test_money
  from refunds
  join payments on payments.id = refunds.payment_id
  join payment_intents intent on intent.id = payments.intent_id
  where refunds.status <> 'failed' and current_staff_role() in ('owner', 'accountant');

-- Orders whose customer sent goods back and has not been given the money that is due (refund_due), as far as the role
-- may refund: accountants refund cash, and only owners what was paid online.
create or replace view unrefunded_returns as
  select o.id, event.at as returned_at
  from (select order_id, max(event_id) as event from returned_items where not settled group by order_id) waiting
  join orders o on o.id = waiting.order_id
  join order_events event on event.id = waiting.event
  cross join lateral (select refund_due(o.id) as due offset 0) owed
  where owed.due > 0 and (o.payment_method = 'cod' or current_staff_role() = 'owner');

-- Orders whose refund failed and whose money is still here: given up, with anything left of the payment; or going on,
-- with anything owed that failed. One row for each order. At most 1,000.
create or replace view failed_refunds as
  select failed.payment_id, case when paid.given_up then failed.created_at else owed.since end as created_at
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
  order by 2;

create or replace trigger refunds_within_payment before insert or update of amount_paise, status on refunds
  for each row execute function refunds_within_payment();
create or replace trigger manual_refunds_within_payment before insert on manual_refunds
  for each row execute function manual_refunds_within_payment();
create or replace trigger returned_items_were_sold after insert or update of good, damaged on returned_items
  for each row execute function returned_items_were_sold();
create or replace trigger settle_returns after insert on order_events
  for each row when (
    new.kind in ('refund', 'manual_refund') and new.data ->> 'reason' = 'returned'
  ) execute function settle_returns();

drop policy if exists own on refunds;
create policy own on refunds to shop_app
  using (user_id = current_shopper());
drop policy if exists worker on refunds;
create policy worker on refunds for select to shop_worker
  using (true);
drop policy if exists own on manual_refunds;
create policy own on manual_refunds for select to shop_app
  using (user_id = current_shopper());
drop policy if exists staff on refunds;
create policy staff on refunds for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists staff on manual_refunds;
create policy staff on manual_refunds for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists staff on returned_items;
create policy staff on returned_items for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists steps on refunds;
create policy steps on refunds for insert to shop_staff
  with check (
    (select current_staff_role()) = 'owner' and (select staff_factor_is_fresh()) and status = 'queued'
    and exists (select from orders where orders.payment_id = refunds.payment_id and orders.user_id = refunds.user_id)
  );
drop policy if exists by_hand on manual_refunds;
create policy by_hand on manual_refunds for insert to shop_staff
  with check (
    staff_id = (select current_staff()) and exists (
      select from orders where orders.id = order_id
        and ((select current_staff_role()) = 'owner' or ((select current_staff_role()) = 'accountant' and payment_method = 'cod'))
    )
  );
drop policy if exists own on returned_items;
create policy own on returned_items for select to shop_app
  using (user_id = current_shopper());
drop policy if exists steps on returned_items;
create policy steps on returned_items to shop_staff
  using ((select current_staff_role()) = 'owner');

revoke all on refunds, manual_refunds, returned_items from shop_app, shop_staff, shop_worker;
grant select (id, user_id, status) on refunds to shop_worker;
grant select, insert on refunds to shop_app;
grant select on refunds, manual_refunds, returned_items, reported_refunds to shop_staff;
grant select on manual_refunds, returned_items to shop_app;
grant insert (payment_id, user_id, amount_paise, reason, idempotency_key) on refunds to shop_staff;
grant insert (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key) on manual_refunds to shop_staff;
grant insert (order_item_id, event_id, order_id, user_id, good, damaged), update (settled, declined_by), delete
  on returned_items to shop_staff;
grant update (gateway_refund_id, status) on refunds to shop_app;
revoke all on function
  refunds_within_payment, manual_refunds_within_payment, refundable_paise, returned_items_were_sold, wholly_refunded,
  failed_refunds_owe, settle_returns, refund_due, refundable_by_hand
  from public;
grant execute on function wholly_refunded, refund_due, refundable_by_hand to shop_staff;
