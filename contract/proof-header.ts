/** The API's header for a proof of work; the auth server takes it as `gotrue_meta_security.captcha_token`. */
export const PROOF_HEADER = 'Proof-Of-Work';
