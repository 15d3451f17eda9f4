import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Challenge } from '#auth-server/proof-of-work-challenge.ts';

/** Solves the challenge of a response; returns the token to send with the next request. */
export async function solve(asked: unknown): Promise<string> {
  const challenge = Challenge.parse(asked);
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The challenge could not be solved');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Where the protocol expects a proof in a request. */
export const withProof = (body: object, captcha_token: string) => ({
  ...body,
  gotrue_meta_security: { captcha_token },
});
