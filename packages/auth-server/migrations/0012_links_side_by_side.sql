-- Anybody can ask for the link of any address, with a challenge of their own (PKCE), and it then ends in their browser or
-- nowhere. Such a link stands beside the others: it takes neither the owner's link to a page away nor one to an app.
alter table auth.one_time_tokens
  drop constraint newest_only,
  add column asked_by text not null generated always as (
    case when kind in ('recovery', 'magiclink') then coalesce(code_challenge, '') else '' end
  ) stored,
  add constraint newest_only unique (user_id, kind, asked_by);
