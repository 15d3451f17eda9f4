import { statement } from '#server/database/tables.ts';

/**
 * Stores whether this database takes live or test payments, unless that is stored already. `allowed`: whether the stored
 * value equals `live`.
 */
export function setPaymentEnvironment(live: boolean) {
  return statement<{ allowed: boolean }>`select set_payment_environment(${live}) as allowed`;
}

/** Whether this database may take cash. Stores nothing, because the owner may configure live or test keys later. */
export function allowsCash() {
  return statement<{ allowed: boolean }>`select is_live_environment() is not false as allowed`;
}
