import * as z from 'zod/mini';

/** The function that the solver of a challenge computes repeatedly; the only one that server and browser support. */
export const PROOF_ALGORITHM = 'PBKDF2/SHA-256';

/**
 * A proof of work that the server demands above a rate limit of a network or of everybody, in the format of ALTCHA,
 * version 2. Solving it allows one more request. It costs a shopper's phone a second or two, and a bot the same for
 * every single attempt.
 */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal(PROOF_ALGORITHM),
    /** Identifies the challenge; the solver appends its counter to it. */
    nonce: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    salt: z.string(),
    cost: z.int().check(z.positive()),
    keyLength: z.int().check(z.positive()),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ purpose: z.string(), expires: z.number() }),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof Challenge>;
