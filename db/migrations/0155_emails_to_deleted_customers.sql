-- Staff may still take a lost parcel, a return or a refund of a deleted customer into the books; nobody is emailed of it.
create function customer_is_deleted(p_user uuid) returns boolean
language sql stable security definer set search_path to 'public', 'pg_temp' as $function$
    select exists (
      select from audit_log
      where subject_type = 'customer' and subject_id = p_user::text and verb = 'delete_customer'
    )
  $function$;
revoke execute on function customer_is_deleted(uuid) from public;
grant execute on function customer_is_deleted(uuid) to shop_app, shop_staff;

-- A cancellation that staff may still undo counts as an order under way.
do $$
declare
  v_former text := pg_get_functiondef('delete_customer(uuid, text)'::regprocedure);
  v_now text := replace(v_former,
    'and fulfilment in (''pending'', ''confirmed'', ''packed'', ''shipped'', ''returning'')',
    'and (
          fulfilment in (''pending'', ''confirmed'', ''packed'', ''shipped'', ''returning'')
          or fulfilment = ''cancelled'' and mail_waits(closed_at) and may_reopen(id)
        )');
begin
  if v_now = v_former then raise exception 'delete_customer() refuses something else'; end if;
  execute v_now;
end $$;
