export { openBrowserSandbox, sandboxSettings } from './browser-sandbox.ts';
export type { Attempt, Outcome, Paid } from './payer.ts';
export { openSandbox, type Sandbox } from './sandbox.ts';
export { type Faults, NO_FAULTS, type RequestFault } from './store.ts';
