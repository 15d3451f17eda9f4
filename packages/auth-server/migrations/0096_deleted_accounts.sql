-- Deletes an account with all that hangs on it. Entries of its log stay, because they may belong to an attack on others,
-- but no longer say from where. For the owner of the database alone, in the transaction in which the application deletes
-- its own rows: no role of a running server may do it. False when there is no such account.
create function auth.delete_account(p_user uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
begin
  delete from auth.users where id = p_user;
  if not found then
    return false;
  end if;
  update auth.audit_log set address = null, details = '{}' where user_id = p_user;
  insert into auth.audit_log (at, event, user_id, details)
    values (now(), 'account_deleted', p_user, jsonb_build_object('by', 'shop'));
  return true;
end $$;

revoke execute on function auth.delete_account(uuid) from public;
