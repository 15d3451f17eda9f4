-- The address that the email about a new factor went to. Its link counts only while the account has that address, like
-- every other emailed link. Null in what processes from before this migration write.
alter table auth.factor_undos add column email text;

-- Accounts that have moved since: whoever still reads the old mailbox has these links.
delete from auth.factor_undos undo using auth.audit_log log
  where log.user_id = undo.user_id and log.event = 'email_changed' and log.at >= undo.added_at;

update auth.factor_undos undo set email = account.email from auth.users account where account.id = undo.user_id;
