-- Open admins ask for changes; nothing notifies them any more.

drop trigger if exists notify_admin on order_events;
drop function if exists notify_admin_of_event();
