-- Update emails of steps from before their sending was noted (0084) have left: an undo must not send them again.
update order_events set mailed_at = at
where mailed_at is null and shown_to_shopper
  and at < (select applied_at from applied_migrations where name = '0084_address_corrections.sql');
