-- Names that say what a thing is. No row changes; grants, policies and triggers stay with what is renamed. Functions
-- that requests of the previous version call keep their former names too: its servers run on during a deployment.

-- Emails that demo mode stores instead of sending. Only one process runs in demo mode.
alter table kept_mails rename to demo_emails;
alter table demo_emails rename column once_key to idempotency_key;
alter table demo_emails rename constraint kept_mails_pkey to demo_emails_pkey;
alter table demo_emails rename constraint kept_mails_once_key_key to demo_emails_idempotency_key_key;
alter index kept_mails_by_age rename to demo_emails_by_age;
alter sequence kept_mails_id_seq rename to demo_emails_id_seq;

-- Retention: nightly jobs call these. A job that fails during a deployment is retried by the new version.
alter function forget_abandoned_payments(timestamptz, integer) rename to delete_abandoned_payments;
alter function forget_carts(timestamptz, integer) rename to delete_old_carts;
alter function forget_strangers(timestamptz, integer) rename to delete_expired_guest_data;
drop function forget_kept_mails(timestamptz, integer);
create function delete_old_demo_emails(p_before timestamptz, p_most integer) returns integer
  language sql security definer set search_path = public, pg_temp
  as $$
    with old as (
      select id from demo_emails where created_at < p_before order by created_at limit p_most
    ), deleted as (
      delete from demo_emails where id = any(array(select id from old)) returning 1
    )
    select count(*)::integer from deleted
  $$;
revoke execute on function delete_old_demo_emails(timestamptz, integer) from public;
grant execute on function delete_old_demo_emails(timestamptz, integer) to shop_app;

-- Newsletter
alter table newsletter_subscriptions rename column leaving_key to unsubscribe_token;
alter table newsletter_subscriptions
  rename constraint newsletter_subscriptions_leaving_key_key to newsletter_subscriptions_unsubscribe_token_key;
alter table newsletter_subscriptions rename constraint a_token_ends to token_has_expiry;

alter function ask_for_newsletter(text, uuid, bytea, interval) rename to request_newsletter_subscription;
alter function confirm_newsletter(bytea) rename to confirm_newsletter_subscription;

-- The data of the email to an address. No row when a newer request has replaced this one.
create function find_newsletter_request(p_request uuid)
  returns table (email text, confirmed boolean, unsubscribe_token uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select email, confirmed_at is not null, unsubscribe_token from newsletter_subscriptions
    where request_id = p_request
  $$;

create function unsubscribe_from_newsletter(p_unsubscribe_token uuid) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ delete from newsletter_subscriptions where unsubscribe_token = p_unsubscribe_token $$;

revoke execute on function find_newsletter_request(uuid), unsubscribe_from_newsletter(uuid) from public;
grant execute on function find_newsletter_request(uuid), unsubscribe_from_newsletter(uuid) to shop_app;

-- The former names of the newsletter's functions, with the rights of their caller. A later migration can drop them.
drop function newsletter_request(uuid), leave_newsletter(uuid);
create function ask_for_newsletter(p_email text, p_request uuid, p_token_hash bytea, p_good_for interval) returns void
  language sql set search_path = public, pg_temp
  as $$ select request_newsletter_subscription(p_email, p_request, p_token_hash, p_good_for) $$;
create function confirm_newsletter(p_token_hash bytea) returns boolean
  language sql set search_path = public, pg_temp
  as $$ select confirm_newsletter_subscription(p_token_hash) $$;
create function newsletter_request(p_request uuid)
  returns table (email text, confirmed boolean, leaving_key uuid)
  language sql stable set search_path = public, pg_temp
  as $$ select * from find_newsletter_request(p_request) $$;
create function leave_newsletter(p_leaving_key uuid) returns void
  language sql set search_path = public, pg_temp
  as $$ select unsubscribe_from_newsletter(p_leaving_key) $$;
revoke execute on function ask_for_newsletter(text, uuid, bytea, interval), confirm_newsletter(bytea),
  newsletter_request(uuid), leave_newsletter(uuid) from public;
grant execute on function ask_for_newsletter(text, uuid, bytea, interval), confirm_newsletter(bytea),
  newsletter_request(uuid), leave_newsletter(uuid) to shop_app;

-- Contact
alter policy leave_one on contact_messages rename to insert_message;

-- Catalogue
alter table products rename constraint a_text_for_each_picture to one_text_per_image;
alter function note_product_change() rename to set_product_updated_at;
alter trigger product_changed on products rename to set_updated_at;
alter function move_catalogue_revision() rename to increment_catalogue_revision;
alter function note_catalogue_change() rename to update_catalogue_revision;
do $$
begin
  execute replace(pg_get_functiondef('update_catalogue_revision()'::regprocedure),
    'move_catalogue_revision()', 'increment_catalogue_revision()');
end $$;

-- Addresses
alter function wait_for_own_addresses() rename to lock_own_addresses;
alter trigger own_addresses on addresses rename to lock_own_addresses;
alter function keep_one_default_address() rename to clear_other_default_addresses;
alter trigger default_address on addresses rename to clear_other_default_addresses;
