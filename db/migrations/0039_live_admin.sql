-- Whatever happens to an order after it was placed is told to open admins when the transaction commits. Placing writes
-- no event and tells nothing: its mail's job does (server/admin/live/tell-admin.ts), because commits that notify wait
-- for each other.
create function tell_admin() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
  begin
    perform pg_notify('admin', jsonb_build_object('kind', 'order', 'order', new.order_id)::text);
    return null;
  end
  $$;

create trigger tell_admin after insert on order_events for each row execute function tell_admin();
