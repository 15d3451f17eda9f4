import { deleteInBatches } from '@aparajita/postgres/delete-in-batches';
import { HISTORY_DAYS } from './passwords/password-history.ts';
import { RETENTION_DAYS } from './retention.ts';
import type { Service } from './service.ts';
import type { Store } from './store.ts';

/** Deletes expired data. May run at any time, also twice at once. */
export async function pruneExpired({ store, clock }: Service): Promise<void> {
  const now = clock();
  await deleteWhere(store, 'auth.sessions', 'expires_at <= $1', [now]);
  await deleteWhere(
    store,
    'auth.users',
    `email_confirmed_at is null and created_at <= $1::timestamptz - make_interval(days => $2)`,
    [now, RETENTION_DAYS.unconfirmedAccounts],
  );
  // A sign-up's token also stores what was typed, for when its email is requested again.
  await deleteWhere(store, 'auth.one_time_tokens', `expires_at <= $1 and kind <> 'signup'`, [now]);
  await deleteWhere(store, 'auth.challenges', 'expires_at <= $1', [now]);
  await deleteWhere(store, 'auth.audit_log', 'at <= $1::timestamptz - make_interval(days => $2)', [
    now,
    RETENTION_DAYS.auditLog,
  ]);
  await deleteWhere(store, 'auth.factor_undos', 'expires_at <= $1', [now]);
  await deleteWhere(
    store,
    'auth.former_passwords',
    'replaced_at <= $1::timestamptz - make_interval(days => $2)',
    [now, HISTORY_DAYS],
  );
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
