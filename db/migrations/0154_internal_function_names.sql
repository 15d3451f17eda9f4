-- Functions that only triggers and other functions call get names that say what they do.
alter function tell_admin() rename to notify_admin_of_event;
alter function renew_pages() rename to increment_revision_for_settings;
alter function open_stock() rename to record_opening_stock;
alter function wait_for_staff() rename to lock_staff_changes;
alter trigger tell_admin on order_events rename to notify_admin;
alter trigger renew_pages on shop_settings rename to increment_catalogue_revision;
alter trigger open_stock on products rename to record_opening_stock;
alter trigger one_change_at_a_time on staff rename to lock_changes;

alter function in_samples(tsquery, integer) rename to is_common_in_recent_orders;
alter function put_back(uuid, bigint, jsonb) rename to restock_returned_items;
alter function take_from_stock(bigint) rename to undo_restock_of_returned_items;
alter function days_to_read(date, date) rename to unsummed_days;

-- Their callers.
do $$
declare
  v_names text[][] := array[
    ['in_samples', 'is_common_in_recent_orders'],
    ['put_back', 'restock_returned_items'],
    ['take_from_stock', 'undo_restock_of_returned_items'],
    ['days_to_read', 'unsummed_days']
  ];
  v_caller regprocedure;
begin
  for n in 1 .. array_length(v_names, 1) loop
    for v_caller in
      select oid from pg_proc
      where pronamespace = 'public'::regnamespace and prosrc ~ ('\m' || v_names[n][1] || '\(')
    loop
      execute regexp_replace(
        pg_get_functiondef(v_caller), '\m' || v_names[n][1] || '\(', v_names[n][2] || '(', 'g');
    end loop;
  end loop;
end $$;
