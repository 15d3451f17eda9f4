/** The header that carries a proof of work to the API; the accounts take it as `gotrue_meta_security.captcha_token`. */
export const PROOF_HEADER = 'Proof-Of-Work';
