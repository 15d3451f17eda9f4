import { deleteInBatches } from '@aparajita/postgres/delete-in-batches';
import { HISTORY_DAYS } from './passwords/revoke-older-access.ts';
import type { Service, Store } from './service.ts';
import { RETENTION_DAYS } from './settings.ts';

/** Which rows of which table are deleted at the time $1; those of an age when they have so many days. */
const EXPIRED: [table: string, condition: string, days?: number][] = [
  ['auth.sessions', 'expires_at <= $1'],
  [
    'auth.users',
    `email_confirmed_at is null and ${older('created_at')}`,
    RETENTION_DAYS.unconfirmedAccounts,
  ],
  // A sign-up's token also stores what was typed, for when its email is requested again.
  ['auth.one_time_tokens', `expires_at <= $1 and kind <> 'signup'`],
  ['auth.challenges', 'expires_at <= $1'],
  ['auth.audit_log', older('at'), RETENTION_DAYS.auditLog],
  ['auth.factor_undos', 'expires_at <= $1'],
  ['auth.former_passwords', older('replaced_at'), HISTORY_DAYS],
];

function older(column: string): string {
  return `${column} <= $1::timestamptz - make_interval(days => $2)`;
}

/** Deletes expired data. May run at any time, also twice at once. */
export async function pruneExpired({ store, clock }: Service): Promise<void> {
  const now = clock();
  for (const [table, condition, days] of EXPIRED) {
    await deleteWhere(store, table, condition, days === undefined ? [now] : [now, days]);
  }
}

function deleteWhere(
  store: Store,
  table: string,
  condition: string,
  values: unknown[],
): Promise<void> {
  return deleteInBatches(async (batch) => {
    const some = `select ctid from ${table} where ${condition} limit ${batch}`;
    // The condition once more: a row that was changed meanwhile may have a new lease.
    const remove = `delete from ${table} where ctid = any(array(${some})) and (${condition})`;
    return (await store.executeSql(remove, values)).rowCount ?? 0;
  });
}
