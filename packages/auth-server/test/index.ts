export { Challenge, PROOF_ALGORITHM } from '#auth-server/proof-of-work.ts';
export { Email } from '#auth-server/request-bodies.ts';
export { createStore } from '#auth-server/store.ts';
export { openTestAccounts, PASSWORD, solve } from './accounts.ts';
