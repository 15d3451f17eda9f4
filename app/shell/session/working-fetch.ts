import { Challenge } from '#contract/proof-of-work.ts';
import { proveWork } from './browser-check.ts';

type Fetch = typeof globalThis.fetch;

/** A second challenge can come where two tabs work at once; a third would go on for ever. */
const MAX_TIMES = 2;

/**
 * `fetch` for the auth client: where the accounts ask for work first (`captcha_failed`, with a challenge of ours), it is
 * done and the same is asked again with the protocol's `captcha_token`. What cannot be done is answered as it came.
 */
export function workingFetch(fetch: Fetch, prove = proveWork): Fetch {
  return async (input, init) => {
    let response = await fetch(input, init);
    for (let time = 0; time < MAX_TIMES; time += 1) {
      const challenge = await challengeOf(response);
      if (!challenge || typeof init?.body !== 'string') break;
      const token = await prove(challenge).catch(() => null);
      if (token === null) break;
      response = await fetch(input, { ...init, body: withToken(init.body, token) });
    }
    return response;
  };
}

async function challengeOf(response: Response): Promise<Challenge | undefined> {
  if (response.headers.get('X-Sb-Error-Code') !== 'captcha_failed') return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const hasChallenge = typeof body === 'object' && body !== null && 'challenge' in body;
  return hasChallenge ? Challenge.safeParse(body.challenge).data : undefined;
}

function withToken(body: string, captcha_token: string): string {
  return JSON.stringify({ ...JSON.parse(body), gotrue_meta_security: { captcha_token } });
}
