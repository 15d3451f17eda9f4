/**
 * The API's header for a solved proof of work; the auth server takes it as `gotrue_meta_security.captcha_token`. Not in
 * proof-of-work.ts, whose schema most pages do not need.
 */
export const PROOF_HEADER = 'Proof-Of-Work';
