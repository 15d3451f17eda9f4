-- How often people without an account did something lately, under keys that tell nothing about them.

-- Unlogged: a crash of the database forgives everybody. It goes by the database's clock, so that a process whose clock
-- is wrong neither forgives nor refuses anything; nobody but the functions below counts in the table.
create unlogged table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_by_expiry on rate_limits (expire);

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- Counts one under each of these keys, in turn, and stops at the limit that is spent: what is refused counts neither
-- there nor in any limit after it. Where a limit is payable, a proof of work that is still good goes past it once, and
-- such a try does count: how far a limit is overrun says how much work the next one has to be. Returns which limit
-- refused (the first is 1), for how many seconds still, how many it has counted and the time in milliseconds; no row
-- when none refused.
--
-- What is going to be refused is refused before anything is counted: a limit in a list stands behind narrower ones,
-- whose keys hold what the sender has made up, and a flood from a network that has spent its tries would leave rows of
-- them with every request. A proof of work is looked at first, since it may lead past.
create or replace function count_requests(
  p_keys text[], p_points integer[], p_seconds integer[], p_payable boolean[], p_proof text, p_proof_expires bigint
) returns table(refused integer, retry_after integer, used integer, now_ms bigint)
  language plpgsql security definer set search_path = ''
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

-- Takes one back under each of the first keys, and starts again from none under the second. In the order they are
-- given, as they are counted: two that work on the same keys wait for each other and never both ways.
create or replace function uncount_requests(p_less text[], p_none text[]) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  for i in 1 .. cardinality(p_none) loop
    delete from public.rate_limits where key = p_none[i];
  end loop;
  for i in 1 .. cardinality(p_less) loop
    update public.rate_limits set points = points - 1 where key = p_less[i] and points > 0;
  end loop;
end $$;

revoke all on rate_limits from shop_worker;
grant select (key, expire), update (key), delete on rate_limits to shop_worker; -- what has expired
revoke all on function count_requests, uncount_requests from public;
grant execute on function count_requests, uncount_requests to shop_app, shop_auth;
