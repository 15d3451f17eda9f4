-- A refund made at the gateway's desk is looked at until it is over, like our own; those that were left are due now.
update refunds set next_attempt_at = now() where status = 'pending' and next_attempt_at is null;
