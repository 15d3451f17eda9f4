import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** Sets whether this database takes real or test payments, unless that is set already. */
export function claimPaymentMode(real: boolean) {
  return sql<{ same: boolean }>`select claim_money_kind(${real}) as same`.compile(tables);
}

/** Whether cash is allowed here. Sets nothing: live or test keys may follow. */
export function allowsCash() {
  return sql<{ same: boolean }>`select money_kind() is not false as same`.compile(tables);
}
