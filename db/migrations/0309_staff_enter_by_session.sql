-- Staff enter by a session of the shop's own accounts, and their address is that of their account.

drop function if exists auth.admit_staff(uuid, uuid, boolean, timestamptz, text[], boolean, integer, boolean);
drop function if exists accept_staff_invitation(bytea, text);
