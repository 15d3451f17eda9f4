-- Cash that couriers collect and hand on: their lists are matched with what they collected, posted once, and taken back
-- by a mirror (docs/decisions/077).

create table cod_remittances (
  id uuid primary key default gen_random_uuid(),
  courier uuid not null references couriers,
  reference text not null check (length(reference) between 1 and 100),
  file_hash bytea check (length(file_hash) = 32), -- of the lines as they were read; null: a mirror
  amount numeric(14, 2) not null,
  orders integer not null,
  mirrors uuid unique references cod_remittances,
  undone_at timestamptz,
  staff_id uuid not null references staff,
  posted_at timestamptz not null default now(),
  constraint mirrors_have_no_file check ((mirrors is null) = (file_hash is not null))
);
create index cod_remittances_by_file on cod_remittances (file_hash) where undone_at is null;
create index cod_remittances_by_reference on cod_remittances (courier, reference)
  where undone_at is null and mirrors is null;
create index cod_remittances_by_courier on cod_remittances (courier);
create index cod_remittances_by_staff on cod_remittances (staff_id);
create index cod_remittances_by_age on cod_remittances (posted_at desc, id desc);
alter table cod_remittances enable row level security;

-- Cash that a courier has collected and owes us.
create table cod_collections (
  order_id uuid primary key references orders on delete cascade,
  amount numeric(12, 2) not null check (amount >= 0),
  state text not null default 'due' check (state in ('due', 'remitted', 'short', 'disputed', 'void')),
  collected_at timestamptz not null default now(),
  due_at timestamptz not null,
  remitted_amount numeric(12, 2),
  remittance_id uuid references cod_remittances,
  settled_at timestamptz -- by hand; null: not, or reopened since
);
create index cod_collections_due on cod_collections (due_at) where state = 'due';
create index cod_collections_by_remittance on cod_collections (remittance_id);
create index cod_collections_open on cod_collections (collected_at, order_id)
  where state in ('due', 'short', 'disputed');
create index cod_collections_settled on cod_collections (settled_at, order_id) where settled_at is not null;
create index cod_collections_to_clear_up on cod_collections (order_id) where state in ('short', 'disputed');
alter table cod_collections enable row level security;

-- What a posting did to each order's cash; `before` is what its undoing puts back.
create table cod_remittance_lines (
  remittance_id uuid not null references cod_remittances,
  order_id uuid not null references cod_collections on delete cascade,
  tracking_number text not null,
  amount numeric(12, 2) not null,
  state text not null,
  before jsonb not null,
  primary key (remittance_id, order_id)
);
create index cod_remittance_lines_by_order on cod_remittance_lines (order_id);
alter table cod_remittance_lines enable row level security;

-- Customers from whom the shop takes no cash: some order in cash again and again and refuse the parcel. They can pay
-- online. Who blocked them, and when, is in the audit log.
create table cash_blocks (
  user_id uuid primary key,
  created_at timestamptz not null default now()
);
alter table cash_blocks enable row level security;

-- Revision 5. What follows is applied again when it changes: raise the number then.

-- The same for the same lines that would be posted, or were, in any order.
create or replace function remittance_fingerprint(p_parts text[]) returns text
  language sql immutable
  as $$
    select encode(sha256(convert_to(array_to_string(array(
      select part from unnest(p_parts) part order by part collate "C"), ','), 'UTF8')), 'hex')
  $$;

-- The lines of a courier's list ({line, tracking_number, amount}) beside what the courier owes; a line may name the
-- order instead of the parcel, because some lists have no other number. `pile`: matched, different (another amount than
-- is owed), remitted (came before, in whole or with just this amount) or unknown, and then why. What came with this
-- very list is remitted, also where as much is owed once more: half of the cash is not the whole because its file is
-- chosen twice. Money for an order that was settled by hand is unknown (`settled`), unless just this amount came with a
-- list: it is new money, which somebody has to look at.
create or replace function match_remittance(p_courier uuid, p_lines jsonb, p_hash bytea)
  returns table(
    line integer, tracking_number text, amount numeric, order_id uuid, order_number text, expected numeric, pile text,
    reason text
  )
  language sql stable set search_path = public, pg_temp
  as $$
    with given as (
      select listed.* from jsonb_to_recordset(p_lines) as listed (line integer, tracking_number text, amount numeric)
    ), parcels as (
      select given.*, o.id as order_id, o.order_number, o.payment_method,
        row_number() over (partition by coalesce(o.id::text, given.tracking_number) order by given.line) as nth
      from given
      left join lateral ( -- one look into each index for each line
        ( -- couriers print their numbers with dashes or without
          select shipments.order_id from shipments
          where courier = p_courier and state <> 'taken_back'
            and translate(shipments.tracking_number, '-_', '') = translate(given.tracking_number, '-_', '')
          order by shipments.tracking_number = given.tracking_number desc limit 1
        )
        union all
        select shipments.order_id from orders join shipments on shipments.order_id = orders.id
        where orders.order_number = given.tracking_number and courier = p_courier and state <> 'taken_back'
        limit 1
      ) parcel on true
      left join orders o on o.id = parcel.order_id
    ), found as (
      select parcels.*, cash.state, cash.amount - coalesce(cash.remitted_amount, 0) as expected,
        case
          when parcels.amount is null then 'amount'
          when parcels.nth > 1 then 'twice'
          when parcels.order_id is null then 'no_parcel'
          when parcels.payment_method <> 'cod' then 'paid_online'
          when cash.order_id is null or cash.state = 'void' then 'not_delivered'
          -- Unless just this money came with a list: its line is remitted.
          when cash.state = 'remitted' and cash.settled_at is not null and (
            select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
            where posted.order_id = parcels.order_id and posted.amount = parcels.amount and mirrors is null
              and undone_at is null
            limit 1
          ) is null then 'settled'
        end as reason
      from parcels
      left join lateral (
        select order_id, state, amount, remitted_amount, settled_at from cod_collections
        where order_id = parcels.order_id limit 1
      ) cash on true
    )
    select found.line, found.tracking_number, found.amount, found.order_id, found.order_number, found.expected,
      case
        when found.reason is not null then 'unknown'
        when found.state = 'remitted' then 'remitted'
        when (
          select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
          where posted.order_id = found.order_id and posted.amount = found.amount and file_hash = p_hash
            and undone_at is null
          limit 1
        ) then 'remitted'
        when found.amount = found.expected then 'matched'
        -- Couriers repeat the lines of earlier lists: the same amount again is the same money.
        when ( -- not 'exists': that may read all lines at once
          select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
          where posted.order_id = found.order_id and posted.amount = found.amount and mirrors is null and undone_at is null
          limit 1
        ) then 'remitted'
        else 'different'
      end,
      found.reason
    from found order by found.line
  $$;

-- Posts the matched and the different lines of a list, as they were compared. `outcome` is 'done', 'already' (just
-- these lines stand posted, and nothing changes) or a code of contract/errors.ts. What was seen before posting must
-- still be so. A list that stands posted is posted once more only for what was seen to be new, such as orders that were
-- not marked as delivered before.
create or replace function post_remittance(p_courier uuid, p_reference text, p_hash bytea, p_lines jsonb, p_seen text)
  returns table(outcome text, remittance uuid)
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_id uuid;
  v_earlier uuid;
  v_matched integer;
  v_different integer;
  v_amount numeric;
  v_seen text;
  v_locked uuid[];
  v_lines jsonb;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return query select 'not_permitted', null::uuid;
    return;
  end if;
  if not exists (select from couriers where id = p_courier) then
    return query select 'not_found', null::uuid;
    return;
  end if;
  -- Whoever posts a list of the same courier at the same time waits here for the other.
  perform pg_advisory_xact_lock(hashtextextended('post_remittance ' || p_courier, 0));
  v_locked := array(
    select order_id from cod_collections where order_id in (
      select found.order_id from match_remittance(p_courier, p_lines, p_hash) found where pile in ('matched', 'different')
    ) order by order_id for update
  );
  -- What is compared is kept and written. Each statement sees what was committed before it: an order that was delivered
  -- since is not posted unseen.
  select count(*) filter (where pile = 'matched'), count(*) filter (where pile = 'different'), sum(amount),
      remittance_fingerprint(array_agg(order_id || ' ' || amount::numeric(12, 2) || ' ' || pile)), jsonb_agg(to_jsonb(compared))
    into v_matched, v_different, v_amount, v_seen, v_lines
    from match_remittance(p_courier, p_lines, p_hash) compared
    where pile in ('matched', 'different') and order_id = any(v_locked);
  if v_seen <> p_seen or v_matched + v_different = 0 then
    select id into v_earlier from cod_remittances posted
      where file_hash = p_hash and undone_at is null and p_seen = (
        select remittance_fingerprint(array_agg(order_id || ' ' || line.amount || ' '
          || case state when 'remitted' then 'matched' else 'different' end))
        from cod_remittance_lines line where remittance_id = posted.id
      )
      order by posted_at desc limit 1;
    return query select case when v_earlier is null then 'changed_meanwhile' else 'already' end, v_earlier;
    return;
  end if;
  if exists (
    select from cod_remittances where courier = p_courier and reference = p_reference and file_hash <> p_hash
      and mirrors is null and undone_at is null
  ) then
    return query select 'reference_taken', null::uuid;
    return;
  end if;
  insert into cod_remittances (courier, reference, file_hash, amount, orders, staff_id)
    values (p_courier, p_reference, p_hash, v_amount, v_matched + v_different, current_staff())
    returning id into v_id;
  insert into cod_remittance_lines (remittance_id, order_id, tracking_number, amount, state, before)
    select v_id, found.order_id, found.tracking_number, found.amount,
      case when found.amount = found.expected then 'remitted' when found.amount < found.expected then 'short'
        else 'disputed' end,
      jsonb_build_object('state', cash.state, 'remitted_amount', cash.remitted_amount,
        'remittance_id', cash.remittance_id)
    from jsonb_to_recordset(v_lines) as found (order_id uuid, tracking_number text, amount numeric, expected numeric)
    join cod_collections cash on cash.order_id = found.order_id;
  update cod_collections cash set state = posted.state, remittance_id = v_id,
      remitted_amount = coalesce(cash.remitted_amount, 0) + posted.amount
    from cod_remittance_lines posted where posted.remittance_id = v_id and posted.order_id = cash.order_id;
  insert into audit_log (staff_id, verb, subject_type, subject_id, after)
    values (current_staff(), 'post_remittance', 'remittance', v_id, jsonb_build_object(
      'reference', p_reference, 'amount', v_amount, 'matched', v_matched, 'different', v_different));
  return query select 'done', v_id;
end $$;

-- Takes a posting back: every order's cash is as it was before, and a mirror of the posting tells of it. Refused when
-- something happened to one of them since.
create or replace function undo_remittance(p_id uuid) returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_posted cod_remittances;
  v_mirror uuid;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return 'not_permitted';
  end if;
  select * into v_posted from cod_remittances where id = p_id and mirrors is null for update;
  if not found then
    return 'not_found';
  end if;
  if v_posted.undone_at is not null then
    return 'done'; -- sent twice
  end if;
  perform from cod_collections where order_id in (
    select order_id from cod_remittance_lines where remittance_id = p_id
  ) order by order_id for update;
  if exists (
    select from cod_remittance_lines posted join cod_collections cash on cash.order_id = posted.order_id
    where posted.remittance_id = p_id and (cash.state <> posted.state or cash.remittance_id is distinct from p_id)
  ) then
    return 'changed_meanwhile';
  end if;
  update cod_collections cash set state = posted.before ->> 'state',
      remitted_amount = (posted.before ->> 'remitted_amount')::numeric,
      remittance_id = (posted.before ->> 'remittance_id')::uuid
    from cod_remittance_lines posted where posted.remittance_id = p_id and posted.order_id = cash.order_id;
  update cod_remittances set undone_at = now() where id = p_id;
  insert into cod_remittances (courier, reference, amount, orders, mirrors, staff_id)
    values (v_posted.courier, v_posted.reference, -v_posted.amount, v_posted.orders, p_id, current_staff())
    returning id into v_mirror;
  insert into cod_remittance_lines (remittance_id, order_id, tracking_number, amount, state, before)
    select v_mirror, order_id, tracking_number, -amount, before ->> 'state', jsonb_build_object('state', state)
    from cod_remittance_lines where remittance_id = p_id;
  insert into audit_log (staff_id, verb, subject_type, subject_id, after)
    values (current_staff(), 'undo_remittance', 'remittance', p_id,
      jsonb_build_object('reference', v_posted.reference, 'amount', -v_posted.amount));
  return 'done';
end $$;

-- What staff settle by hand. settle: the money came another way, or the rest is written off; dispute: the courier is
-- asked; reopen: neither after all. Not for what a list has paid in full.
create or replace function change_collection(p_order uuid, p_action text, p_note text) returns text
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_cash cod_collections;
  v_to text;
begin
  if coalesce(current_staff_role() not in ('owner', 'accountant'), true) then
    return 'not_permitted';
  end if;
  select * into v_cash from cod_collections where order_id = p_order for update;
  if not found then
    return 'order_not_found';
  end if;
  v_to := case
    when p_action = 'settle' and v_cash.state in ('due', 'short', 'disputed') then 'remitted'
    when p_action = 'dispute' and v_cash.state in ('due', 'short') then 'disputed'
    when p_action = 'reopen' and v_cash.state in ('disputed', 'remitted') then case
      when v_cash.remittance_id is null then 'due'
      when v_cash.remitted_amount < v_cash.amount then 'short'
      when v_cash.remitted_amount > v_cash.amount then 'disputed'
    end
  end;
  if v_to is null or v_to = v_cash.state then
    return 'changed_meanwhile';
  end if;
  update cod_collections set state = v_to,
      remitted_amount = case when remittance_id is not null then remitted_amount when v_to = 'remitted' then amount end,
      settled_at = case when v_to = 'remitted' then now() end
    where order_id = p_order;
  insert into audit_log (staff_id, verb, subject_type, subject_id, before, after, reason)
    values (current_staff(), p_action || '_cash', 'order', p_order,
      jsonb_build_object('cash', v_cash.state), jsonb_build_object('cash', v_to), p_note);
  return 'done';
end $$;

drop policy if exists staff on cod_collections;
create policy staff on cod_collections for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists collected on cod_collections;
create policy collected on cod_collections for insert to shop_staff
  with check ((select current_staff_role()) = 'owner' and exists (
    select from orders where orders.id = order_id and payment_method = 'cod' and total_amount = amount
  ));
drop policy if exists steps on cod_collections;
create policy steps on cod_collections for update to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists staff on cod_remittances;
create policy staff on cod_remittances for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists staff on cod_remittance_lines;
create policy staff on cod_remittance_lines for select to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'));
drop policy if exists own on cash_blocks;
create policy own on cash_blocks for select to shop_app
  using (user_id = (select current_shopper()));
drop policy if exists owners on cash_blocks;
create policy owners on cash_blocks to shop_staff
  using ((select current_staff_role()) = 'owner')
  with check ((select current_staff_role()) = 'owner');

revoke all on
  cod_collections, cod_remittances, cod_remittance_lines, cash_blocks from shop_app, shop_staff;
grant select on cod_collections, cod_remittances, cod_remittance_lines to shop_staff;
grant insert (order_id, amount, due_at), update (state, collected_at, due_at) on cod_collections to shop_staff;
grant select on cash_blocks to shop_app;
grant select, insert, delete on cash_blocks to shop_staff;
revoke all on function
  undo_remittance, change_collection, remittance_fingerprint, match_remittance, post_remittance
  from public;
grant execute on function
  undo_remittance, change_collection, remittance_fingerprint, match_remittance, post_remittance
  to shop_staff;
