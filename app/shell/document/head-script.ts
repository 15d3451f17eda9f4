import { CONSENT_DEFAULTS } from '#app/shell/consent/consent-defaults.ts';
import { CONSENT_SCRIPT } from '#app/shell/consent/consent-script.ts';
import { SESSION_HINT } from '#app/shell/session/session-hint.ts';
import { DENIED_STORAGE } from '#app/shell/web-storage.ts';

/** The inline script of every document's head; `tagged` when the owner has a Google tag. */
export function headScript(tagged: boolean): string {
  return [DENIED_STORAGE, ...(tagged ? [CONSENT_DEFAULTS] : []), SESSION_HINT, CONSENT_SCRIPT].join(
    ';',
  );
}
