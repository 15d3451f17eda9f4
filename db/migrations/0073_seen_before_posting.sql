-- A list is posted with a fingerprint of just what was seen, not with numbers of lines: other orders that are as many are
-- not the same. The functions that take no fingerprint stay for servers of the previous version.

-- One line that would be posted, or was. `pile`: matched or different.
create function remittance_part(p_order uuid, p_amount numeric, p_pile text) returns text
  language sql immutable
  as $$ select p_order || ' ' || p_amount::numeric(12, 2) || ' ' || p_pile $$;

-- The same for the same lines, in any order.
create function remittance_fingerprint(p_parts text[]) returns text
  language sql immutable
  as $$
    select encode(sha256(convert_to(array_to_string(array(
      select part from unnest(p_parts) part order by part collate "C"), ','), 'UTF8')), 'hex')
  $$;

-- The lines of a courier's list ({line, tracking_number, amount}) beside what the courier owes. `pile`: matched,
-- different (another amount than is owed), remitted (came before, in whole or with just this amount) or unknown, and then
-- why. What came with this very list is remitted, also where as much is owed once more: half of the cash is not the whole
-- because its file is chosen twice.
create function match_remittance(p_courier uuid, p_lines jsonb, p_hash bytea) returns table (
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

-- Posts the matched and the different lines of a list. `outcome` is 'done', 'already' (just these lines stand posted, and
-- nothing changes) or a code of contract/errors.ts. What was seen before posting must still be so. A list that stands
-- posted is posted once more only for what was seen to be new, such as orders that were not marked as delivered before.
create function post_remittance(
  p_courier uuid, p_reference text, p_hash bytea, p_lines jsonb, p_seen text
) returns table (outcome text, remittance uuid)
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_id uuid;
  v_earlier uuid;
  v_matched integer;
  v_different integer;
  v_amount numeric;
  v_seen text;
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
  perform from cod_collections where order_id in (
    select found.order_id from match_remittance(p_courier, p_lines, p_hash) found where pile in ('matched', 'different')
  ) order by order_id for update;
  select count(*) filter (where pile = 'matched'), count(*) filter (where pile = 'different'),
      sum(amount) filter (where pile in ('matched', 'different')),
      remittance_fingerprint(array_agg(remittance_part(order_id, amount, pile)) filter (
        where pile in ('matched', 'different')))
    into v_matched, v_different, v_amount, v_seen from match_remittance(p_courier, p_lines, p_hash);
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
    from match_remittance(p_courier, p_lines, p_hash) found join cod_collections cash on cash.order_id = found.order_id
    where pile in ('matched', 'different');
  update cod_collections cash set state = posted.state, remittance_id = v_id,
      remitted_amount = coalesce(cash.remitted_amount, 0) + posted.amount
    from cod_remittance_lines posted where posted.remittance_id = v_id and posted.order_id = cash.order_id;
  insert into audit_log (staff_id, session_id, verb, subject_type, subject_id, after)
    values (current_staff(), current_staff_session(), 'post_remittance', 'remittance', v_id, jsonb_build_object(
      'reference', p_reference, 'amount', v_amount, 'matched', v_matched, 'different', v_different));
  return query select 'done', v_id;
end $$;

revoke execute on function match_remittance(uuid, jsonb, bytea), post_remittance(uuid, text, bytea, jsonb, text),
  remittance_part(uuid, numeric, text), remittance_fingerprint(text[]) from public;
grant execute on function match_remittance(uuid, jsonb, bytea), post_remittance(uuid, text, bytea, jsonb, text),
  remittance_part(uuid, numeric, text), remittance_fingerprint(text[]) to shop_staff;
