import { SESSION_KEY } from './auth-callback.ts';

/**
 * An inline script for the document's head: marks `<html data-session>` before the first paint when this
 * browser keeps a session, so that the header does not flash 'Sign In' at someone who is signed in.
 */
export const SESSION_HINT = `try{localStorage.getItem('${SESSION_KEY}')&&document.documentElement.setAttribute('data-session','')}catch{}`;
