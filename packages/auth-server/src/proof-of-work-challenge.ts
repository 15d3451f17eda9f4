import * as z from 'zod';

/** The key derivation that a challenge's solver repeats: browser and server must use the same. */
export const PROOF_ALGORITHM = 'PBKDF2/SHA-256';

/**
 * Proof of work that the server asks for where a network, or everybody together, has done something often: a challenge
 * in the format of ALTCHA, version 2. Solving one allows one more try. It costs a user's phone a second or two, and
 * a program that guesses or floods the same for every single try.
 */
export const Challenge = z.object({
  parameters: z.object({
    algorithm: z.literal(PROOF_ALGORITHM),
    /** Identifies the challenge; the solver appends a counter to it. */
    nonce: z.string().regex(/^[0-9a-f]{32}$/),
    salt: z.string(),
    cost: z.int().positive(),
    keyLength: z.int().positive(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.object({ purpose: z.string(), expires: z.number() }),
  }),
  signature: z.string(),
});
export type Challenge = z.infer<typeof Challenge>;

/** A solved challenge. It is sent as base64 of its JSON. */
export const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
export type SolvedChallenge = z.infer<typeof SolvedChallenge>;
