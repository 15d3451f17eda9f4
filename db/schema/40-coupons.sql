-- Revision 1. Discount codes; their table is in db/migrations/0321_coupons.sql. Raise the number when this changes.

create or replace function is_open(c coupons) returns boolean
  language sql stable parallel safe
  as $$ select not c.paused and c.ended_at is null and c.starts_at <= now() and coalesce(c.ends_at > now(), true) $$;

-- The code of an address of the newsletter, always the same one: 'TEA' and eight of 32 signs that are not misread. The
-- key keeps others from finding it, and the address out of the table of codes.
create or replace function newsletter_code(p_email text) returns text
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select 'TEA' || string_agg(substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', get_byte(hash, place) % 32 + 1, 1), '' order by place)
    from newsletter_token_key, sha256(key || convert_to('coupon ' || lower(p_email), 'UTF8')) hash, generate_series(0, 7) place
  $$;

-- The code that an address has or, with a percentage, gets when it confirms; no row when it was used or is over.
create or replace function newsletter_offer(p_email text, p_percent integer, p_days integer)
  returns table(code text, percent integer, ends_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select made.code, coalesce(coupon.value, p_percent)::integer,
      coalesce(coupon.ends_at, now() + make_interval(days => p_days))
    from newsletter_code(p_email) made (code) left join coupons coupon on coupon.code = made.code
    where case when coupon.code is null then p_percent is not null else is_open(coupon) end
      and not exists (select from orders where coupon_code = made.code and fulfilment <> 'cancelled')
  $$;

-- Confirms a subscription, and makes the address's code if a percentage is given and it has none.
create or replace function confirm_subscription(p_token_hash bytea, p_percent integer, p_days integer)
  returns table(confirmed boolean, code text)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_email text := (select email from newsletter_subscriptions where token_hash = p_token_hash);
  v_offer record;
begin
  confirmed := confirm_newsletter_subscription(p_token_hash);
  if confirmed then
    select * into v_offer from newsletter_offer(v_email, p_percent, p_days);
    code := v_offer.code;
    insert into coupons (code, kind, value, ends_at, max_uses_each, first_order, personal)
      select v_offer.code, 'percent', v_offer.percent, v_offer.ends_at, 1, true, true where v_offer.code is not null
      on conflict do nothing;
  end if;
  return next;
end $$;

-- What decides about a code (domain/coupon.ts), also one that is no shopper's business: the caller tells no reason then.
-- `p_address` is where the order goes; null: not known yet. Null for an unknown code. An order of the shopper's own open
-- payment takes the place of that, so what it holds is left.
create or replace function coupon_facts(p_code text, p_user uuid, p_email text, p_address jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  v_coupon coupons;
  v_held integer;
  v_phone text := nullif(right(regexp_replace(p_address ->> 'phone', '\D', '', 'g'), 10), '');
  v_pin text := nullif(regexp_replace(p_address ->> 'postal_code', '\D', '', 'g'), '');
  v_earlier text;
begin
  select * into v_coupon from coupons where code = p_code;
  if not found then
    return null;
  end if;
  select count(*) into v_held from payment_intents
    where user_id = p_user and state in ('open', 'expired') and holds_stock and coupon_code = p_code;
  -- By the words that orders are found by: a household has no index of its own.
  if v_coupon.first_order then
    v_earlier := case
      when exists (select from orders where user_id = p_user and fulfilment <> 'cancelled') then 'shopper'
      when exists (
        select from orders where search @@ ('''~' || v_phone || '''')::tsquery and fulfilment <> 'cancelled'
      ) then 'household'
      when exists (
        select from orders where search @@ ('''' || v_pin || '''')::tsquery and fulfilment <> 'cancelled'
          and street_of(shipping_address) = street_of(p_address)
      ) then 'household'
    end;
  end if;
  return jsonb_build_object(
    'code', v_coupon.code, 'kind', v_coupon.kind, 'value', v_coupon.value, 'most', v_coupon.most,
    'minimum', v_coupon.minimum, 'products', v_coupon.products, 'online_only', v_coupon.online_only,
    'open', is_open(v_coupon) and (not v_coupon.personal or v_coupon.code = newsletter_code(p_email)),
    'used_up', coalesce(v_coupon.uses - v_held >= v_coupon.max_uses, false),
    'used_by_shopper', v_coupon.max_uses_each is not null and uses_of_coupon(p_code, p_user) >= v_coupon.max_uses_each,
    'ordered_before', v_earlier
  );
end $$;

create or replace function street_of(p_address jsonb) returns text
  language sql immutable parallel safe
  as $$ select regexp_replace(lower(p_address ->> 'address_line1'), '[^[:alnum:]]', '', 'g') $$;

create or replace function uses_of_coupon(p_code text, p_user uuid) returns integer
  language sql stable
  as $$
    select count(*)::integer from orders where user_id = p_user and coupon_code = p_code and fulfilment <> 'cancelled'
  $$;

-- An order or a payment takes one use of its code, in the statement that writes it, after the products' locks. Of a
-- hundred that want the last one, the others wait for the first, and are rolled back to be decided again.
create or replace function take_coupon() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update coupons c set uses = uses + 1 where code = new.coupon_code and uses < max_uses and is_open(c);
  perform roll_back_unless(found or exists (
    select from coupons c where code = new.coupon_code and max_uses is null and is_open(c)
  ));
  return new;
end $$;

-- A payment has its use as long as it holds its stock; the order that it becomes keeps it.
create or replace function move_coupon_of_payment() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  update coupons set uses = uses + case when new.holds_stock then 1 else -1 end
    where code = new.coupon_code and max_uses is not null and new.state <> 'completed';
  return null;
end $$;

-- A cancelled order gives its use back, whoever cancels it, and its undo takes it again if there is one left. At the end
-- of the transaction, because a cancellation locks products after its order, and who places an order, before the code.
create or replace function move_coupon_of_order() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_back boolean := new.fulfilment = 'cancelled';
begin
  update coupons set uses = uses + case when v_back then -1 else 1 end
    where code = new.coupon_code and max_uses is not null and (v_back or uses < max_uses);
  if not v_back and exists (
    select from coupons where code = new.coupon_code
      and (max_uses is not null and not found or uses_of_coupon(code, new.user_id) > max_uses_each)
  ) then
    raise exception 'the code % of order % was used since', new.coupon_code, new.id
      using errcode = 'check_violation', constraint = 'coupon_used_up';
  end if;
  return null;
end $$;

create or replace trigger take_coupon before insert on orders
  for each row when (new.coupon_code is not null and new.intent_id is null) execute function take_coupon();
create or replace trigger take_coupon before insert on payment_intents
  for each row when (new.coupon_code is not null) execute function take_coupon();
create or replace trigger move_coupon after update of holds_stock on payment_intents
  for each row when (new.coupon_code is not null and new.holds_stock <> old.holds_stock)
  execute function move_coupon_of_payment();
drop trigger if exists move_coupon on orders;
create constraint trigger move_coupon after update of fulfilment on orders deferrable initially deferred
  for each row when (
    new.coupon_code is not null and (new.fulfilment = 'cancelled') <> (old.fulfilment = 'cancelled')
  )
  execute function move_coupon_of_order();

-- Shoppers see no codes: what decides about one comes from coupon_facts().
drop policy if exists staff on coupons;
create policy staff on coupons for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists owners on coupons;
create policy owners on coupons for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and not personal);
drop policy if exists ending on coupons;
create policy ending on coupons for update to shop_staff
  using ((select current_staff_role()) = 'owner' and not personal and ended_at is null)
  with check ((select current_staff_role()) = 'owner');

revoke all on coupons from shop_app, shop_staff;
grant select on coupons to shop_staff;
grant insert (
  code, kind, value, most, minimum, products, starts_at, ends_at, max_uses, max_uses_each, first_order, online_only
), update (paused, ended_at) on coupons to shop_staff;
revoke all on function
  is_open, newsletter_code, newsletter_offer, confirm_subscription, coupon_facts, street_of, uses_of_coupon, take_coupon,
  move_coupon_of_payment, move_coupon_of_order from public;
grant execute on function newsletter_offer, confirm_subscription, coupon_facts to shop_app;
grant execute on function newsletter_offer to shop_worker;
grant execute on function is_open to shop_staff;
