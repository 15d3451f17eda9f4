import { statement } from '#server/database/tables.ts';

/** Sets whether this database takes live or test payments, unless that is set already; `allowed`: it is `live`. */
export function setPaymentEnvironment(live: boolean) {
  return statement<{ allowed: boolean }>`select set_payment_environment(${live}) as allowed`;
}

/** Whether cash is allowed here. Sets nothing: live or test keys may follow. */
export function allowsCash() {
  return statement<{ allowed: boolean }>`select is_live_environment() is not false as allowed`;
}
