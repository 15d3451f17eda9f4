import type { Service } from './service.ts';

/** For how long it can be looked up what happened to an account. */
const AUDIT_DAYS = 400;

/** Removes what nobody needs any more. May run at any time, also twice at once. */
export async function tidy({ store, clock }: Service): Promise<void> {
  const now = clock();
  await store.rows('delete from auth.sessions where expires_at <= $1', [now]);
  await store.rows('delete from auth.rate_limits where expire <= $1', [now.getTime()]);
  await store.rows(
    `delete from auth.audit_log where at <= $1::timestamptz - make_interval(days => $2)`,
    [now, AUDIT_DAYS],
  );
}
