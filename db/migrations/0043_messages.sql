-- Messages of the contact form as tickets that the owner answers (docs/decisions/076). The shop's own role still reads
-- one at a time, by its id.

-- A ticket's number is made as an order's is, and no order has the same.
alter table contact_messages
  add column ticket text not null unique default ('T-' || substr(generate_order_number(), 4)),
  add column state text not null default 'open' check (state in ('open', 'answered', 'closed'));
create index contact_messages_by_state on contact_messages (state, created_at, id);
create index contact_messages_by_email on contact_messages (lower(email), created_at desc);

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

-- The one answer that a job is about.
create function message_answer(p_id uuid)
  returns table (id uuid, ticket text, name text, email text, subject text, message text, text text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select entry.id, asked.ticket, asked.name, asked.email, asked.subject, asked.message, entry.text
    from message_entries entry join contact_messages asked on asked.id = entry.message_id
    where entry.id = p_id and entry.kind = 'answer'
  $$;

alter table message_entries enable row level security;
alter policy insert_message on contact_messages to shop_app;
create policy owners on contact_messages to shop_staff using ((select current_staff_role()) = 'owner');
create policy owners on message_entries to shop_staff using ((select current_staff_role()) = 'owner')
  with check ((select current_staff_role()) = 'owner' and staff_id = (select current_staff()));

revoke execute on function message_answer(uuid) from public;
grant execute on function message_answer(uuid) to shop_app;
grant select, update (state) on contact_messages to shop_staff;
grant select, insert on message_entries to shop_staff;
