export { Email } from '#auth-server/email.ts';
export { Challenge, PROOF_ALGORITHM } from '#auth-server/proof-of-work-challenge.ts';
export { createStore } from '#auth-server/store.ts';
export { openTestAccounts, PASSWORD } from './accounts.ts';
export { solve } from './proof-of-work.ts';
