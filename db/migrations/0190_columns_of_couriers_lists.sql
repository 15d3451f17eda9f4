-- Each courier names the columns of its lists as it likes, and changes them. Where the shop does not know a name, staff
-- choose the column once, and the next list of the courier is read by it.
create table courier_list_columns (
  courier uuid primary key references couriers,
  tracking text not null check (length(tracking) between 1 and 100),
  amount text not null check (length(amount) between 1 and 100),
  reference text check (length(reference) between 1 and 100)
);
alter table courier_list_columns enable row level security;
create policy cash on courier_list_columns to shop_staff
  using ((select current_staff_role()) in ('owner', 'accountant'))
  with check ((select current_staff_role()) in ('owner', 'accountant'));
grant select, insert, update on courier_list_columns to shop_staff;

-- As before, and a line may name the order instead of the parcel: some lists have no other number.
create or replace function match_remittance(p_courier uuid, p_lines jsonb, p_hash bytea)
  returns table (line integer, tracking_number text, amount numeric, order_id uuid, order_number text, expected numeric,
    pile text, reason text)
  language sql stable set search_path = public, pg_temp
  as $$
    with given as (
      select listed.* from jsonb_to_recordset(p_lines) as listed (line integer, tracking_number text, amount numeric)
    ), parcels as (
      select given.*, o.id as order_id, o.order_number, o.payment_method,
        row_number() over (partition by coalesce(o.id::text, given.tracking_number) order by given.line) as nth
      from given
      left join lateral ( -- one look into each index for each line
        select shipments.order_id from shipments
        where courier = p_courier and shipments.tracking_number = given.tracking_number and state <> 'taken_back'
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
