-- Mail that is kept instead of sent: the outbox of a shop without a mail server, shown at /dev/mailbox.

create table kept_mails (
  id bigint primary key generated always as identity,
  -- The same mail is kept once, however often its job runs.
  once_key text not null unique,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null default now()
);

grant select, insert on kept_mails to shop_app;
