import { SESSION_KEY } from './auth-callback.ts';

/**
 * An inline script for the document's head: sets `<html data-session>` before the first paint when this browser has a
 * stored session, so that the header does not flash 'Sign In' at a signed-in shopper.
 */
export const SESSION_HINT = `try{localStorage.getItem('${SESSION_KEY}')&&document.documentElement.setAttribute('data-session','')}catch{}`;
