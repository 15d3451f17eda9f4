-- The link that unsubscribes an address is the same for its next subscription. Emails of a campaign that were refused for
-- another reason than their address, or of which no job is left, go out when the campaign is continued.

-- Only the owner reads it; restored with its database.
create table newsletter_token_key (
  only_row boolean primary key default true check (only_row),
  key bytea not null default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
);
insert into newsletter_token_key default values;

-- An address always gets the same token, a UUID of version 8: an email of an earlier subscription ends the present one, too.
-- Rows from before keep theirs, of version 4, for the emails that were sent with it.
create function set_unsubscribe_token() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  new.unsubscribe_token := (
    select overlay(overlay(left(encode(sha256(key || convert_to(new.email, 'UTF8')), 'hex'), 32)
      placing '8' from 13) placing '8' from 17)::uuid
    from newsletter_token_key
  );
  return new;
end $$;
revoke execute on function set_unsubscribe_token() from public;
create trigger newsletter_subscriptions_token before insert on newsletter_subscriptions
  for each row execute function set_unsubscribe_token();

-- Deletes the address with this token. @returns whether nobody is subscribed with it now for certain: false for a token from
-- before that no address has, because its address may have subscribed again since, with another.
create function end_newsletter_subscription(p_unsubscribe_token uuid) returns boolean
  language sql security definer set search_path = public, pg_temp
  as $$
    with gone as (delete from newsletter_subscriptions where unsubscribe_token = p_unsubscribe_token returning 1)
    select exists (select from gone) or substr(p_unsubscribe_token::text, 15, 1) = '8'
  $$;
revoke execute on function end_newsletter_subscription(uuid) from public;
grant execute on function end_newsletter_subscription(uuid) to shop_app;

-- `held`: failed, but not because of its address; it is sent again when the campaign is continued.
alter table newsletter_deliveries add column held boolean not null default false,
  add constraint held_has_failed check (not held or failed_at is not null);
create index newsletter_deliveries_held on newsletter_deliveries (letter_id) where held;

-- Notes how a delivery ended: sent, refused by its address, or held. When more than one of twenty is not sent, the campaign
-- stops.
create function end_delivery(p_id uuid, p_sent boolean, p_held boolean) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_letter uuid;
begin
  update newsletter_deliveries
    set sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end,
      held = p_held and not p_sent
    where id = p_id and sent_at is null and failed_at is null
    returning letter_id into v_letter;
  update newsletter_letters set sent = sent + p_sent::integer, failed = failed + (not p_sent)::integer
    where id = v_letter;
  update newsletter_letters set state = 'stopped'
    where id = v_letter and state = 'sending' and not p_sent and sent + failed >= 20 and failed * 20 > sent + failed;
end $$;
revoke execute on function end_delivery(uuid, boolean, boolean) from public;
grant execute on function end_delivery(uuid, boolean, boolean) to shop_app;

-- For servers of the previous version.
create or replace function end_delivery(p_id uuid, p_sent boolean) returns void
  language sql security definer set search_path = public, pg_temp
  as $$ select end_delivery(p_id, p_sent, false) $$;

-- Before a campaign is continued: lets those wait again that are held, and those of which no job is left, because the mail
-- server was away for more than a day. Their dead letters go, so that nobody gets two. For owners.
-- The queue of the jobs is made after the migrations, so this is PL/pgSQL.
create function release_deliveries(p_letter uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
declare
  v_left uuid[];
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  with released as (
    update newsletter_deliveries set held = false, failed_at = null, queued_at = null
      where letter_id = p_letter and held
      returning 1
  )
  update newsletter_letters set failed = failed - (select count(*) from released)::integer where id = p_letter;
  v_left := array(
    select delivery.id from newsletter_deliveries delivery
    where letter_id = p_letter and queued_at is not null and sent_at is null and failed_at is null
    except
    select (job.data ->> 'delivery_id')::uuid from jobs.job job
    where job.name = 'newsletter-letter' and job.state < 'completed'
  );
  update newsletter_deliveries set queued_at = null where id = any(v_left);
  delete from jobs.job dead
    where dead.name = 'dead-letter' and dead.source_name = 'newsletter-letter' and dead.state < 'active'
      and (dead.data ->> 'delivery_id')::uuid = any(v_left);
end $$;
revoke execute on function release_deliveries(uuid) from public;
grant execute on function release_deliveries(uuid) to shop_staff;

-- The address to which a test goes: the account's present one.
create function current_staff_email() returns text
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return (
    select coalesce(users.email, staff.email) from staff left join auth.users on users.id = staff.user_id
    where staff.user_id = current_staff() and current_staff_role() is not null
  );
end $$;
revoke execute on function current_staff_email() from public;
grant execute on function current_staff_email() to shop_staff;
