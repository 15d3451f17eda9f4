-- A change of address needs both mailboxes. That one of them has agreed did not say which: a second link to the same
-- mailbox could have completed the change.

alter table auth.users
  add column email_change_accepted_by text
    check (email_change_accepted_by in ('email_change_current', 'email_change_new'));

-- Changes that wait for one mailbox: the one without a link has agreed.
update auth.users u set email_change_accepted_by = case waiting.kind
    when 'email_change_new' then 'email_change_current' else 'email_change_new' end
  from (
    select user_id, min(kind) as kind from auth.one_time_tokens
    where kind in ('email_change_current', 'email_change_new')
    group by user_id having count(*) = 1
  ) waiting
  where waiting.user_id = u.id and u.email_change_accepted;

-- email_change_accepted is still written, for processes from before this migration.
