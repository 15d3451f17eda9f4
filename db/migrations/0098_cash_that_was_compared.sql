-- A list posts just the lines that were compared with what was seen, and says which money was settled by hand.

-- As before; and money for an order that was settled by hand is unknown (`settled`), unless just this amount came with a
-- list: it is new money, which somebody has to look at.
create or replace function match_remittance(p_courier uuid, p_lines jsonb, p_hash bytea) returns table (
    line integer, tracking_number text, amount numeric, order_id uuid, order_number text, expected numeric, pile text,
    reason text
  )
  language sql stable set search_path = public, pg_temp
  as $$
    with given as (
      select listed.*, row_number() over (partition by listed.tracking_number order by listed.line) as nth
      from jsonb_to_recordset(p_lines) as listed (line integer, tracking_number text, amount numeric)
    ), found as (
      select given.*, o.id as order_id, o.order_number, cash.state,
        cash.amount - coalesce(cash.remitted_amount, 0) as expected,
        case
          when given.amount is null then 'amount'
          when given.nth > 1 then 'twice'
          when o.id is null then 'no_parcel'
          when o.payment_method <> 'cod' then 'paid_online'
          when cash.order_id is null or cash.state = 'void' then 'not_delivered'
          -- Unless just this money came with a list: its line is remitted.
          when cash.state = 'remitted' and cash.settled_at is not null and (
            select true from cod_remittance_lines posted join cod_remittances on cod_remittances.id = remittance_id
            where posted.order_id = o.id and posted.amount = given.amount and mirrors is null and undone_at is null
            limit 1
          ) is null then 'settled'
        end as reason
      from given
      left join lateral ( -- one look into the index for each line
        select shipments.order_id from shipments
        where courier = p_courier and shipments.tracking_number = given.tracking_number and state <> 'taken_back'
        limit 1
      ) parcel on true
      left join orders o on o.id = parcel.order_id
      left join cod_collections cash on cash.order_id = o.id
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

-- As before; but the lines that are written are those that were compared.
create or replace function post_remittance(p_courier uuid, p_reference text, p_hash bytea, p_lines jsonb, p_seen text)
  returns table (outcome text, remittance uuid)
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
      remittance_fingerprint(array_agg(remittance_part(order_id, amount, pile))), jsonb_agg(to_jsonb(compared))
    into v_matched, v_different, v_amount, v_seen, v_lines
    from match_remittance(p_courier, p_lines, p_hash) compared
    where pile in ('matched', 'different') and order_id = any(v_locked);
  if v_seen <> p_seen or v_matched + v_different = 0 then
    select id into v_earlier from cod_remittances posted
      where file_hash = p_hash and undone_at is null and p_seen = (
        select remittance_fingerprint(array_agg(remittance_part(order_id, line.amount,
          case state when 'remitted' then 'matched' else 'different' end)))
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
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
    values (current_staff(), current_staff_session(), 'post_remittance', 'remittance', v_id, jsonb_build_object(
      'reference', p_reference, 'amount', v_amount, 'matched', v_matched, 'different', v_different));
  return query select 'done', v_id;
end $$;
