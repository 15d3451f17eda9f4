-- For databases that were made before: the baseline has neither these functions nor their triggers. What jobs do to rows of
-- everybody, they do in a role of their own; the rest are statements of the application, or views.

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
drop trigger if exists clear_other_default_addresses on addresses;
drop trigger if exists lock_own_addresses on addresses;
drop function if exists
  delete_expired_invitations, find_staff_invitation, delete_old_staff_sessions, apply_price_change, store_picture,
  delete_unused_pictures, delete_old_carts, delete_abandoned_payments, unfinished_intents, delete_old_address_corrections,
  unfinished_refunds, contact_message, message_answer, newsletter_letter, queue_deliveries, find_delivery, end_delivery,
  find_newsletter_request, delete_old_demo_emails, delete_expired_guest_data, delete_customer, auth.delete_account,
  count_dead_letters, list_dead_letters, dismiss_dead_letters, order_email_waits, release_deliveries, lock_own_addresses,
  clear_other_default_addresses, auth.with_factors, is_disputed, customer_account, current_staff_email, sum_sales,
  is_live_environment, set_payment_environment, intent_of_payment, customer_is_deleted, remove_product,
  current_staff_session, words_of_product, is_test_payment;

-- An entry notes the session of its transaction by itself.
alter table audit_log alter column session_id set default nullif(current_setting('shop.staff_session', true), '')::uuid;

-- An address has checks of its own, not one function for all.
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
