-- Jobs that work on rows of everybody do so in a role of their own, with statements of the application.

do $$
begin
  if not exists (select from pg_roles where rolname = 'shop_worker') then
    create role shop_worker nosuperuser nobypassrls;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was first
end $$;

do $$
begin
  if not pg_has_role(current_user, 'shop_worker', 'usage') then
    grant shop_worker to current_user;
  end if;
end $$;

grant usage on schema public to shop_worker;

drop policy if exists job_reads on pictures;
drop function if exists
  delete_expired_invitations, find_staff_invitation, delete_old_staff_sessions, apply_price_change, store_picture,
  delete_unused_pictures, delete_old_carts, delete_abandoned_payments, unfinished_intents, delete_old_address_corrections,
  unfinished_refunds, contact_message, message_answer, newsletter_letter, queue_deliveries, find_delivery, end_delivery,
  find_newsletter_request, delete_old_demo_emails, delete_expired_guest_data;

-- What a command of the database's owner does.
drop function if exists delete_customer(uuid, text), auth.delete_account(uuid);

-- What staff do through views of the queue of jobs.
drop function if exists
  count_dead_letters, list_dead_letters, dismiss_dead_letters, order_email_waits, release_deliveries;

-- The application clears the default address before it sets another; one_default_address guards it.
drop trigger if exists clear_other_default_addresses on addresses;
drop trigger if exists lock_own_addresses on addresses;
drop function if exists lock_own_addresses, clear_other_default_addresses;
drop function if exists auth.with_factors(jsonb);

-- What is a view now, or part of its only caller.
drop function if exists
  is_disputed, customer_account, current_staff_email, sum_sales, is_live_environment, set_payment_environment,
  intent_of_payment;

drop function if exists customer_is_deleted, remove_product;

-- An address has checks of its own again.
do $$
begin
  if to_regproc('check_address') is null then
    return;
  end if;
  alter table addresses
    drop constraint checked_address,
    add check (length(full_name) between 1 and 100),
    add check (length(phone) between 10 and 20),
    add check (length(address_line1) between 1 and 200),
    add check (length(address_line2) <= 200),
    add check (length(city) between 1 and 100),
    add check (length(state) between 1 and 100),
    add check (length(postal_code) between 1 and 20),
    add check (length(country) between 1 and 100);
  drop function check_address;
end $$;

drop function if exists current_staff_session;
alter table audit_log alter column session_id set default nullif(current_setting('shop.staff_session', true), '')::uuid;
drop function if exists words_of_product, is_test_payment;
