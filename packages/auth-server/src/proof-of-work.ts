import { randomInt } from 'node:crypto';
import type { LimitExceeded, Proof } from '@aparajita/postgres/rate-limit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
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
const SolvedChallenge = z.object({
  challenge: Challenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});
type SolvedChallenge = z.infer<typeof SolvedChallenge>;

export type ProofsOfWork = ReturnType<typeof proofsOfWork>;

/** Iterations of PBKDF2 per step, so many that the cost of starting a step in a browser is small beside it. */
const COST = 2_000;

/**
 * Average steps of an easy challenge: 600,000 iterations. Calculated, not yet measured on a phone: about 1 s on one
 * core of a phone for ₹8,000; no challenge is more than six times as hard.
 */
const STEPS = 300;
const MAX_DIFFICULTY = 4;

/** Long enough for the slowest phone, too short to hoard solutions. */
const LIFETIME_MS = 120_000;

/** Longer than any token of ours; longer ones are not parsed. */
const MAX_TOKEN_LENGTH = 4096;

/** `hmac` computes an HMAC with our secret; see DerivedKeys. */
export function proofsOfWork(hmac: (purpose: string, data: string) => Buffer) {
  const secrets = {
    hmacSignatureSecret: hmac('proof of work', 'challenge').toString('hex'),
    hmacKeySignatureSecret: hmac('proof of work', 'solution').toString('hex'),
  };
  return {
    /** Creates a challenge for one more try of `purpose`. */
    async issue(purpose: string, { used, points, now }: LimitExceeded): Promise<Challenge> {
      const times = Math.min(
        MAX_DIFFICULTY,
        2 ** Math.floor(Math.log2(Math.max(1, used / points))),
      );
      const challenge = await createChallenge({
        ...secrets,
        algorithm: PROOF_ALGORITHM,
        cost: COST,
        // Between half and one and a half times the average, which bounds the time of every challenge.
        counter: randomInt((STEPS * times) / 2, (STEPS * times * 3) / 2),
        deriveKey,
        data: { purpose, expires: now + LIFETIME_MS },
      });
      return Challenge.parse(challenge);
    },
    /**
     * Verifies a token that solves one of our challenges for `purpose`; the database decides whether it is unexpired and
     * unused.
     */
    async verify(purpose: string, token: string | null | undefined): Promise<Proof | null> {
      const solved = readToken(token);
      if (solved?.challenge.parameters.data.purpose !== purpose) return null;
      const { verified } = await verifySolution({ ...secrets, ...solved, deriveKey });
      if (!verified) return null;
      const { nonce, data } = solved.challenge.parameters;
      return { id: nonce, expires: data.expires };
    },
  };
}

function readToken(token: string | null | undefined): SolvedChallenge | undefined {
  if (!token || token.length > MAX_TOKEN_LENGTH) return undefined;
  try {
    return SolvedChallenge.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
