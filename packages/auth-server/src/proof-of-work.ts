import { randomInt } from 'node:crypto';
import type { OneTooMany, Proof } from '@aparajita/postgres/rate-limit';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Challenge, PROOF_ALGORITHM, SolvedChallenge } from './challenge.ts';

export type ProofsOfWork = {
  /** Work to ask for, for one more try of `purpose`. */
  ask(purpose: string, refused: OneTooMany): Promise<Challenge>;
  /** The proof that a token carries, if it solves a challenge of ours for `purpose`; whether it is still good, and new, is for the database to say. */
  read(purpose: string, token: string | null | undefined): Promise<Proof | null>;
};

/** Iterations of PBKDF2 in one step, so many that a step outweighs what a browser needs to begin and end it. */
const COST = 2_000;

/**
 * Steps of an easy challenge, on average: 600,000 iterations. Reckoned, and not yet measured on a phone, that is about
 * 1 s on one core of a phone for ₹8,000; no challenge is more than six times as much.
 */
const STEPS = 300;
const HARDEST = 4;

/** Long enough for the slowest phone, too short to hoard solutions. */
const LIFETIME_MS = 120_000;

/** Longer than any token of ours; no more is looked at. */
const LONGEST = 4096;

/** `sign` makes what only we can make; see Vault. */
export function proofsOfWork(sign: (purpose: string, data: string) => Buffer): ProofsOfWork {
  const secrets = {
    hmacSignatureSecret: sign('proof of work', 'challenge').toString('hex'),
    hmacKeySignatureSecret: sign('proof of work', 'solution').toString('hex'),
  };
  return {
    async ask(purpose, { used, points, now }) {
      const times = Math.min(HARDEST, 2 ** Math.floor(Math.log2(Math.max(1, used / points))));
      const challenge = await createChallenge({
        ...secrets,
        algorithm: PROOF_ALGORITHM,
        cost: COST,
        // Between half and one and a half times the average: nobody is lucky, and nobody waits for ever.
        counter: randomInt((STEPS * times) / 2, (STEPS * times * 3) / 2),
        deriveKey,
        data: { purpose, expires: now + LIFETIME_MS },
      });
      return Challenge.parse(challenge);
    },
    async read(purpose, token) {
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
  if (!token || token.length > LONGEST) return undefined;
  try {
    return SolvedChallenge.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data;
  } catch {
    return undefined;
  }
}
