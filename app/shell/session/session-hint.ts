import { SESSION_KEY } from './auth-callback.ts';
import { KNOWN_ACCOUNT } from './known-account.ts';

/**
 * An inline script for the document's head: sets `<html data-session>` before the first paint when this browser has a
 * stored session, so that the header does not flash 'Sign In' at a signed-in shopper; `<html data-account>` when it
 * knows an account, so that /auth does not flash Sign Up.
 */
export const SESSION_HINT = `try{for(const[k,a]of[['${SESSION_KEY}','session'],['${KNOWN_ACCOUNT}','account']])localStorage.getItem(k)&&document.documentElement.setAttribute('data-'+a,'')}catch{}`;
