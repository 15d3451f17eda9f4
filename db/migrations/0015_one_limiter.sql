-- One limiter for the accounts and for what strangers send. It goes by the database's clock, so that a process whose
-- clock is wrong neither forgives nor refuses anything. Nobody but these two functions touches the table.

-- Counts one under each of these keys, in turn, and stops at the limit that is spent: what is refused counts neither
-- there nor in any limit after it. Where a limit is payable, a proof of work that is still good goes past it once, and
-- such a try does count: how far a limit is overrun says how much work the next one has to be.
-- Says which limit refused (the first is 1), for how many seconds still, how many it has counted and the time in
-- milliseconds; no row when none refused.
create function count_requests(
  p_keys text[], p_points integer[], p_seconds integer[], p_payable boolean[], p_proof text, p_proof_expires bigint
) returns table (refused integer, retry_after integer, used integer, now_ms bigint)
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  v_now bigint := extract(epoch from clock_timestamp()) * 1000;
  v_paid boolean;
begin
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
      if p_proof_expires > v_now then
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
create function uncount_requests(p_less text[], p_none text[]) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  for i in 1 .. cardinality(p_none) loop
    delete from public.rate_limits where key = p_none[i];
  end loop;
  for i in 1 .. cardinality(p_less) loop
    update public.rate_limits set points = points - 1 where key = p_less[i] and points > 0;
  end loop;
end $$;

revoke execute on function count_requests(text[], integer[], integer[], boolean[], text, bigint) from public;
revoke execute on function uncount_requests(text[], text[]) from public;
grant execute on function count_requests(text[], integer[], integer[], boolean[], text, bigint) to shop_app, shop_auth;
grant execute on function uncount_requests(text[], text[]) to shop_app, shop_auth;

-- A key that was made by a clock that was ahead is put right by the first process that sees it.
grant update (signs_from, created_at) on auth.signing_keys to shop_auth;
