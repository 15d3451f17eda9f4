export { createStore } from '#auth-server/store.ts';
export * from './accounts.ts';
export { Authenticator } from './authenticator.ts';
export * from './factors.ts';
export { solve, withProof } from './proof-of-work.ts';
