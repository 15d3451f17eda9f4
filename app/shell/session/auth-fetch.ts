import type { Challenge } from '#contract/proof-of-work.ts';
import { solveProofOfWork } from './proof-of-work.ts';

type Fetch = typeof globalThis.fetch;

/** A second challenge can come when two tabs solve one at the same time; more would be an endless loop. */
const MAX_CHALLENGES = 2;

/**
 * `fetch` for the auth client: when the auth server asks for proof of work (`captcha_failed`, with our challenge),
 * solves it and sends the request again with the protocol's `captcha_token`. If it cannot be solved, returns the
 * original response.
 */
export function proofOfWorkFetch(fetch: Fetch, prove = solveProofOfWork): Fetch {
  return async (input, init) => {
    let response = await fetch(input, init);
    for (let time = 0; time < MAX_CHALLENGES; time += 1) {
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
  if (!hasChallenge) return undefined;
  // Imported only here: every signed-in page loads this file, and few need the schema.
  const loaded = await import('#contract/proof-of-work.ts').catch(() => null);
  return loaded?.Challenge.safeParse(body.challenge).data;
}

function withToken(body: string, captcha_token: string): string {
  return JSON.stringify({ ...JSON.parse(body), gotrue_meta_security: { captcha_token } });
}

/**
 * `fetch` for the auth client, which changes how it reads answers with tokens. Without the server's `expires_at` it
 * counts `expires_in` from now, by this device's clock. And a rate limit on replacing tokens reads as a server that is
 * busy for a moment: otherwise it would end the session, which it keeps only after statuses of 500 and more.
 */
export function tokenFetch(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (!String(input).includes('/token?grant_type=')) return response;
    if (response.ok) {
      const { expires_at, ...tokens } = await response.json();
      const isTimed = typeof tokens.expires_in === 'number' && tokens.expires_in > 0;
      return Response.json(isTimed ? tokens : { ...tokens, expires_at });
    }
    const isRefresh = String(input).endsWith('refresh_token');
    return response.status === 429 && isRefresh ? new Response(null, { status: 503 }) : response;
  };
}
