-- Orders are placed in one round trip: the commit is sent with them, behind a statement that must not succeed if the order
-- may not stand.

create function roll_back_unless(p_condition boolean) returns void
  language plpgsql
  as $$
begin
  if p_condition is not true then
    raise exception 'Rolled back, as requested' using errcode = 'SH409';
  end if;
end $$;
