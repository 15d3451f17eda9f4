-- Access tokens are signed with a key that is derived from the shop's secret.

drop table if exists auth.signing_keys;
