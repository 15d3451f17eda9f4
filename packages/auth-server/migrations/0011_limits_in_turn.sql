-- Counts one under each of these keys, in turn, and stops at the one that has had enough: a try that is refused counts
-- nowhere after that. Says which one refused (the first is 1) and for how many seconds still; no row when none did.
create function auth.take_in_turn(p_keys text[], p_points integer[], p_seconds integer[], p_now_ms bigint)
  returns table (refused integer, retry_after integer)
  language plpgsql volatile set search_path = ''
  as $$
declare
  v_points integer;
  v_expire bigint;
begin
  for i in 1 .. cardinality(p_keys) loop
    insert into auth.rate_limits as present (key, points, expire)
      values (p_keys[i], 1, p_now_ms + p_seconds[i] * 1000::bigint)
      on conflict (key) do update set
        points = case when present.expire <= p_now_ms then 1 else present.points + 1 end,
        expire = case when present.expire <= p_now_ms then excluded.expire else present.expire end
      returning points, expire into v_points, v_expire;
    if v_points > p_points[i] then
      return query select i, greatest(1, ceil((v_expire - p_now_ms) / 1000.0))::integer;
      return;
    end if;
  end loop;
end $$;

revoke execute on function auth.take_in_turn(text[], integer[], integer[], bigint) from public;
grant execute on function auth.take_in_turn(text[], integer[], integer[], bigint) to shop_auth;
