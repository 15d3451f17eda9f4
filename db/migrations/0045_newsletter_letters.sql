-- Letters to the newsletter's addresses: written as drafts, tested, and sent as jobs, each address once
-- (docs/decisions/076).

create table newsletter_letters (
  id uuid primary key default gen_random_uuid(),
  subject text not null check (length(subject) <= 200),
  heading text not null check (length(heading) <= 200),
  text text not null check (length(text) <= 10000),
  button_label text not null check (length(button_label) <= 60),
  button_url text not null check (length(button_url) <= 500),
  picture text check (picture ~ '^/pictures/og/[a-z0-9-]+\.jpg$'),
  picture_text text not null check (length(picture_text) <= 200),
  -- 'sent' is derived: sending, and no address waits.
  state text not null default 'draft' check (state in ('draft', 'sending', 'stopped')),
  -- Rises with every change of the text; the test letter was of tested_version.
  version integer not null default 1,
  tested_version integer,
  -- Rises with every start, so that the jobs of an earlier one end.
  run integer not null default 0,
  recipients integer not null default 0,
  sent integer not null default 0,
  failed integer not null default 0,
  created_by uuid not null references staff,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint sent_as_tested check (state = 'draft' or tested_version = version)
);
create index newsletter_letters_by_age on newsletter_letters (created_at desc, id);
create index newsletter_letters_by_writer on newsletter_letters (created_by);

-- One row for each address of a letter; whoever unsubscribes takes theirs along.
create table newsletter_deliveries (
  id uuid primary key default gen_random_uuid(),
  letter_id uuid not null references newsletter_letters on delete cascade,
  email text not null references newsletter_subscriptions (email) on delete cascade,
  queued_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  constraint once_per_address unique (letter_id, email)
);
create index newsletter_deliveries_by_email on newsletter_deliveries (email);
create index newsletter_deliveries_unqueued on newsletter_deliveries (letter_id, id) where queued_at is null;
create index newsletter_deliveries_waiting on newsletter_deliveries (letter_id)
  where sent_at is null and failed_at is null;

-- For the jobs, which run with the shop's role: the text of one letter, for its test.
create function newsletter_letter(p_id uuid) returns setof newsletter_letters
  language sql stable security definer set search_path = public, pg_temp
  as $$ select * from newsletter_letters where id = p_id $$;

-- Takes the next addresses of a letter that is being sent.
create function queue_deliveries(p_letter uuid, p_run integer, p_most integer) returns setof uuid
  language sql volatile security definer set search_path = public, pg_temp
  as $$
    update newsletter_deliveries set queued_at = now() where id = any(array(
      select waiting.id from newsletter_deliveries waiting
      where letter_id = p_letter and queued_at is null
        and exists (select from newsletter_letters where id = p_letter and state = 'sending' and run = p_run)
      order by waiting.id limit p_most
      for update skip locked
    ))
    returning id
  $$;

-- What a job has to send. Nothing when it was sent, or the letter was stopped: then the address waits again.
create function find_delivery(p_id uuid)
  returns table (
    id uuid, email text, unsubscribe_token uuid, subject text, heading text, text text, button_label text, button_url text,
    picture text, picture_text text
  )
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_sending boolean;
begin
  -- Locked, so that stopping and going on at this moment cannot queue the address a second time.
  select letter.state = 'sending' into v_sending
    from newsletter_letters letter
    where letter.id = (select delivery.letter_id from newsletter_deliveries delivery where delivery.id = p_id)
    for share;
  if not v_sending then
    update newsletter_deliveries delivery set queued_at = null
      where delivery.id = p_id and delivery.sent_at is null and delivery.failed_at is null;
    return;
  end if;
  return query
    select delivery.id, delivery.email, reader.unsubscribe_token, letter.subject, letter.heading, letter.text,
      letter.button_label, letter.button_url, letter.picture, letter.picture_text
    from newsletter_deliveries delivery
    join newsletter_letters letter on letter.id = delivery.letter_id
    join newsletter_subscriptions reader on reader.email = delivery.email
    where delivery.id = p_id and delivery.sent_at is null and delivery.failed_at is null;
end $$;

-- Notes how a delivery ended. When more than one of twenty addresses refuses, the letter stops: mail servers take a
-- sender for a spammer who writes to many addresses that do not exist.
create function end_delivery(p_id uuid, p_sent boolean) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
  as $$
declare
  v_letter uuid;
begin
  update newsletter_deliveries
    set sent_at = case when p_sent then now() end, failed_at = case when not p_sent then now() end
    where id = p_id and sent_at is null and failed_at is null
    returning letter_id into v_letter;
  update newsletter_letters set sent = sent + p_sent::integer, failed = failed + (not p_sent)::integer
    where id = v_letter;
  update newsletter_letters set state = 'stopped'
    where id = v_letter and state = 'sending' and not p_sent and sent + failed >= 20 and failed * 20 > sent + failed;
end $$;

alter table newsletter_letters enable row level security;
alter table newsletter_deliveries enable row level security;
create policy owners on newsletter_letters to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners on newsletter_deliveries to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners on newsletter_subscriptions for select to shop_staff
  using ((select current_staff_role()) = 'owner');

revoke execute on function newsletter_letter(uuid), queue_deliveries(uuid, integer, integer), find_delivery(uuid),
  end_delivery(uuid, boolean) from public;
grant execute on function newsletter_letter(uuid), queue_deliveries(uuid, integer, integer), find_delivery(uuid),
  end_delivery(uuid, boolean) to shop_app;
grant select (email, confirmed_at, unsubscribe_token) on newsletter_subscriptions to shop_staff;
grant select, insert, delete on newsletter_letters to shop_staff;
grant update (subject, heading, text, button_label, button_url, picture, picture_text, state, version, tested_version, run,
  recipients, changed_at, sent_at) on newsletter_letters to shop_staff;
grant select, insert on newsletter_deliveries to shop_staff;
