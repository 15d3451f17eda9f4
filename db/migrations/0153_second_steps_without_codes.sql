-- Recovery codes come with the first second step: they are not one more.
create or replace function customer_account(p_user uuid)
  returns table (
    email text, full_name text, phone text, created_at timestamptz, last_sign_in_at timestamptz, sessions integer,
    factors integer, staff boolean
  )
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query
    select users.email, coalesce(profiles.full_name, users.user_metadata ->> 'full_name'), profiles.phone,
      users.created_at, users.last_sign_in_at,
      (select count(*)::integer from auth.sessions where sessions.user_id = users.id and expires_at > now()),
      (
        select count(*)::integer from auth.factors
        where factors.user_id = users.id and status = 'verified' and factor_type <> 'recovery_code'
      ),
      exists (select from public.staff member where member.user_id = users.id and disabled_at is null)
    from auth.users left join profiles on profiles.id = users.id
    where users.id = p_user and current_staff_role() = 'owner';
end $$;
