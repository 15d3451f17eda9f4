-- The roles that the application takes on: of shoppers, of staff, and of jobs that work on rows of everybody. It never
-- works as the owner of the tables and can never bypass row security.

do $$
declare
  v_role text;
begin
  foreach v_role in array array['shop_app', 'shop_staff', 'shop_worker'] loop
    begin
      if not exists (select from pg_roles where rolname = v_role) then
        execute format('create role %I nosuperuser nobypassrls', v_role);
      end if;
    exception when duplicate_object or unique_violation then null; -- another database of this server was first
    end;
    -- An owner that is no superuser must be a member before it can take on the role.
    if not pg_has_role(current_user, v_role, 'usage') then
      execute format('grant %I to current_user', v_role);
    end if;
  end loop;
end $$;

grant usage on schema public to shop_app, shop_staff, shop_worker;

-- Revision 1. What follows is applied again when it changes: raise the number then.

-- Who is asking: set for one transaction by the code that has checked the session.
create or replace function current_shopper() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('shop.user_id', true), '')::uuid $$;

revoke all on function current_shopper from public;
grant execute on function current_shopper to shop_app;
