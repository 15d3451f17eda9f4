-- Messages of the contact form as tickets that the owner answers (docs/decisions/076). Shoppers' pages can put them in
-- and read none.

-- The words of a message, in which numbers are found in any spelling, and beside them what is typed around them.
create function message_words(p_text text) returns tsvector
  language sql immutable parallel safe
  as $$ select array_to_tsvector(public.words_in(p_text, false) || public.words_in(public.staff_text(p_text, false), false)) $$;

create table contact_messages (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  email text not null check (length(email) between 3 and 255),
  subject text not null check (length(subject) between 1 and 200),
  message text not null check (length(message) between 1 and 5000),
  created_at timestamptz not null default now(),
  -- A ticket's number is made as an order's is, and no order has the same.
  ticket text not null unique default ('T-' || substr(generate_order_number(), 4)),
  state text not null default 'open' check (state in ('open', 'answered', 'closed'))
);
create index contact_messages_by_age on contact_messages (created_at);
create index contact_messages_by_state on contact_messages (state, created_at, id);
create index contact_messages_by_email on contact_messages (lower(email), created_at desc);
create index contact_messages_by_words on contact_messages using gin (
  message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message)
);
alter table contact_messages enable row level security;

-- What staff wrote: an answer goes to the sender, a note stays here. Both go with the message.
create table message_entries (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references contact_messages on delete cascade,
  kind text not null check (kind in ('answer', 'note')),
  text text not null check (length(text) between 1 and 5000),
  staff_id uuid not null references staff,
  idempotency_key text not null,
  at timestamptz not null default now(),
  constraint one_entry_per_key unique (message_id, idempotency_key)
);
create index message_entries_by_message on message_entries (message_id, at, id);
create index message_entries_by_staff on message_entries (staff_id);
create index message_entries_by_words on message_entries using gin (message_words(text));
alter table message_entries enable row level security;

-- Revision 2. What follows is applied again when it changes: raise the number then.

-- Up to `p_most` messages after `p_after`, the newest first, that have each of the typed words, or begin with it: in
-- the message itself, or in one answer or note. A function, because under row security no index is used for `@@`.
create or replace function find_messages(p_typed text, p_after uuid, p_most integer) returns setof uuid
  language plpgsql stable security definer rows 50 set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  v_words tsquery := staff_query(p_typed);
begin
  if current_staff_role() is distinct from 'owner' then
    return;
  end if;
  if search_text(p_typed) not like '%@%' then
    v_words := v_words || coalesce(prefix_query(words_in(p_typed, true)), ''); -- '10 000' may be no telephone
  end if;
  return query
    select asked.id from contact_messages asked
    where asked.id in (
        select id from contact_messages
        where message_words(ticket || ' ' || name || ' ' || email || ' ' || subject || ' ' || message) @@ v_words
        union all
        select message_id from message_entries where message_words(text) @@ v_words
      )
      and (p_after is null or (asked.created_at, asked.id) < (select created_at, id from contact_messages where id = p_after))
    order by asked.created_at desc, asked.id desc limit p_most;
end $$;

drop policy if exists insert_message on contact_messages;
create policy insert_message on contact_messages for insert to shop_app
  with check (true);
drop policy if exists owners on contact_messages;
create policy owners on contact_messages to shop_staff
  using ((select current_staff_role()) = 'owner');
drop policy if exists worker on contact_messages;
create policy worker on contact_messages to shop_worker
  using (true);
drop policy if exists worker on message_entries;
create policy worker on message_entries for select to shop_worker
  using (kind = 'answer');
drop policy if exists owners on message_entries;
create policy owners on message_entries to shop_staff
  using ((select current_staff_role()) = 'owner')
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()));

revoke all on contact_messages, message_entries from shop_app, shop_staff, shop_worker;
grant select, update (id), delete on contact_messages to shop_worker;
grant select (id, message_id, kind, text) on message_entries to shop_worker;
grant select on contact_messages to shop_staff;
grant select, insert on message_entries to shop_staff;
grant insert (id, name, email, subject, message) on contact_messages to shop_app;
grant update (state) on contact_messages to shop_staff;
revoke all on function find_messages from public;
grant execute on function find_messages to shop_staff;
