import { randomInt } from 'node:crypto';
import type { LimitExceeded, Proof } from '@aparajita/postgres/rate-limit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Challenge, PROOF_ALGORITHM, SolvedChallenge } from './proof-of-work-challenge.ts';

export type ProofsOfWork = {
  /** Creates a challenge for one more try of `purpose`. */
  issue(purpose: string, refused: LimitExceeded): Promise<Challenge>;
  /**
   * Verifies a token that solves one of our challenges for `purpose`; the database decides whether it is unexpired and
   * unused.
   */
  verify(purpose: string, token: string | null | undefined): Promise<Proof | null>;
};

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
export function proofsOfWork(hmac: (purpose: string, data: string) => Buffer): ProofsOfWork {
  const secrets = {
    hmacSignatureSecret: hmac('proof of work', 'challenge').toString('hex'),
    hmacKeySignatureSecret: hmac('proof of work', 'solution').toString('hex'),
  };
  return {
    async issue(purpose, { used, points, now }) {
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
    async verify(purpose, token) {
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
