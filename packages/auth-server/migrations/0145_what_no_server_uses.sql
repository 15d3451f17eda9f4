-- email_change_accepted_by alone says which mailbox has agreed to a change of address (0086).
comment on column auth.users.email_change_accepted is
  'Unused: the previous version still writes it. A later migration drops it.';

-- The former name of auth.end_other_session().
drop function auth.end_session(uuid, uuid);
