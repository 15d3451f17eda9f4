import { CONSENT_DEFAULTS } from './consent-defaults.ts';
import { KEEP_CONSENT } from './keep-consent.ts';
import { SESSION_HINT } from './session-hint.ts';

/** The inline script of every document's head; `tagged` where the owner has a Google tag. */
export function headScript(tagged: boolean): string {
  return [...(tagged ? [CONSENT_DEFAULTS] : []), SESSION_HINT, KEEP_CONSENT].join(';');
}
