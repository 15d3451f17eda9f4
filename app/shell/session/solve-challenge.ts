import { type DeriveKeyFunction, solveChallenge } from 'altcha-lib';
import type { Challenge } from '#contract/proof-of-work.ts';

/**
 * How many candidates are computed in parallel: browsers do it on other threads, and phones have at least four cores.
 */
const PARALLEL = 4;

/**
 * Solves a proof of work and returns its token. Does not block the page.
 *
 * @throws TypeError where the page may not use WebCrypto.
 */
export async function solve(challenge: Challenge): Promise<string> {
  const controller = new AbortController();
  const workers = Array.from({ length: PARALLEL }, (_, start) =>
    solveChallenge({
      challenge,
      deriveKey,
      controller,
      counterStart: start,
      counterStep: PARALLEL,
    }),
  );
  const solution = await Promise.race(workers);
  controller.abort();
  if (!solution) throw new Error('The challenge took too long');
  return window.btoa(JSON.stringify({ challenge, solution }));
}

const deriveKey: DeriveKeyFunction = async ({ cost, keyLength }, salt, password) => {
  const { subtle } = window.crypto;
  const key = await subtle.importKey('raw', new Uint8Array(password), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const rule = { name: 'PBKDF2', hash: 'SHA-256', salt: new Uint8Array(salt), iterations: cost };
  return { derivedKey: new Uint8Array(await subtle.deriveBits(rule, key, keyLength * 8)) };
};
