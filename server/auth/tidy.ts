import { FORMER_DAYS } from './passwords/former-passwords.ts';
import type { Service } from './service.ts';

/** For how long it can be looked up what happened to an account. */
const AUDIT_DAYS = 400;

/** Who never confirmed their address gives it free. */
const UNCONFIRMED_DAYS = 30;

/** Removes what nobody needs any more. May run at any time, also twice at once. */
export async function tidy({ store, clock }: Service): Promise<void> {
  const now = clock();
  await store.rows('delete from auth.sessions where expires_at <= $1', [now]);
  await store.rows(
    `delete from auth.users
     where email_confirmed_at is null and created_at <= $1::timestamptz - make_interval(days => $2)`,
    [now, UNCONFIRMED_DAYS],
  );
  // A sign-up's token also keeps what was typed, for the day its mail is asked for again.
  await store.rows(`delete from auth.one_time_tokens where expires_at <= $1 and kind <> 'signup'`, [
    now,
  ]);
  await store.rows('delete from auth.factor_undos where expires_at <= $1', [now]);
  await store.rows(
    `delete from auth.former_passwords
     where replaced_at <= $1::timestamptz - make_interval(days => $2)`,
    [now, FORMER_DAYS],
  );
  await store.rows('delete from auth.challenges where expires_at <= $1', [now]);
  await store.rows(
    `delete from auth.audit_log where at <= $1::timestamptz - make_interval(days => $2)`,
    [now, AUDIT_DAYS],
  );
}
