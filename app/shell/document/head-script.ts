import { CONSENT_DEFAULTS, CONSENT_SCRIPT } from '#app/shell/consent/consent-script.ts';
import { SESSION_KEY } from '#app/shell/session/auth-callback.ts';
import { KNOWN_ACCOUNT } from '#app/shell/session/known-account.ts';
import { DENIED_STORAGE } from '#app/shell/web-storage.ts';

/** The inline script of every document's head; `tagged` when the owner has a Google tag. */
export function headScript(tagged: boolean): string {
  return [DENIED_STORAGE, ...(tagged ? [CONSENT_DEFAULTS] : []), SESSION_HINT, CONSENT_SCRIPT].join(
    ';',
  );
}

/**
 * An inline script for the document's head: sets `<html data-session>` before the first paint when this browser has a
 * stored session, so that the header does not flash 'Sign In' at a signed-in shopper; `<html data-account>` when it
 * knows an account, so that /auth does not flash Sign Up.
 */
const SESSION_HINT = `try{for(const[k,a]of[['${SESSION_KEY}','session'],['${KNOWN_ACCOUNT}','account']])localStorage.getItem(k)&&document.documentElement.setAttribute('data-'+a,'')}catch{}`;
