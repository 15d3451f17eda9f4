-- As before (0015), and: what is going to be refused is refused before anything is counted. A limit in a list stands
-- behind narrower ones, whose keys hold what the sender has made up; a flood from a network that has spent its tries
-- would leave rows of them with every request. A proof of work is looked at first, since it may lead past.
create or replace function count_requests(
  p_keys text[], p_points integer[], p_seconds integer[], p_payable boolean[], p_proof text, p_proof_expires bigint
) returns table (refused integer, retry_after integer, used integer, now_ms bigint)
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_now bigint := extract(epoch from clock_timestamp()) * 1000;
  v_pays boolean := coalesce(p_proof_expires > v_now, false)
    and not exists (select from public.rate_limits where key = 'proof:' || p_proof);
  v_paid boolean;
begin
  return query
    select asked.place::integer, greatest(1, ceil((present.expire - v_now) / 1000.0))::integer, present.points, v_now
    from unnest(p_keys, p_points, p_payable) with ordinality as asked (key, most, payable, place)
    join public.rate_limits present on present.key = asked.key
    where present.expire > v_now and present.points >= asked.most and not (asked.payable and v_pays)
    order by asked.place limit 1;
  if found then
    return;
  end if;
  for i in 1 .. cardinality(p_keys) loop
    insert into public.rate_limits as present (key, points, expire)
      values (p_keys[i], 1, v_now + p_seconds[i] * 1000::bigint)
      on conflict (key) do update set
        points = case when present.expire <= v_now then 1 else present.points + 1 end,
        expire = case when present.expire <= v_now then excluded.expire else present.expire end
      where present.expire <= v_now or present.points < p_points[i];
    continue when found;
    if p_payable[i] and v_paid is null then
      v_paid := false;
      if v_pays then
        insert into public.rate_limits (key, points, expire) values ('proof:' || p_proof, 1, p_proof_expires)
          on conflict do nothing;
        v_paid := found;
      end if;
    end if;
    if p_payable[i] and v_paid then
      update public.rate_limits set points = points + 1 where key = p_keys[i];
      continue;
    end if;
    return query
      select i, greatest(1, ceil((expire - v_now) / 1000.0))::integer, points, v_now
      from public.rate_limits where key = p_keys[i];
    return;
  end loop;
end $$;
