import * as z from 'zod/mini';

/** What a challenge has its solver compute again and again: the one function both sides agree on. */
export const PROOF_ALGORITHM = 'PBKDF2/SHA-256';

/**
 * Work that the server asks for where a network, or everybody together, has done something often: a challenge in the
 * format of ALTCHA, version 2. Whoever solves it may ask once more. It costs a shopper's phone a second or two, and
 * a program that guesses or floods the same for every single try.
 */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal(PROOF_ALGORITHM),
    /** Names the challenge, and is what a counter is put behind. */
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
