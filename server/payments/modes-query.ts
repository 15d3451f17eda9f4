import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** Decides which kind of money this database takes, if nobody has. */
export function claimKind(real: boolean) {
  return sql<{ same: boolean }>`select claim_money_kind(${real}) as same`.compile(tables);
}

/** Decides nothing: keys of either kind may follow. */
export function takesCash() {
  return sql<{ same: boolean }>`select money_kind() is not false as same`.compile(tables);
}
