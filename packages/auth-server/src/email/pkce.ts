import { createHash, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from '#auth-server/auth-error.ts';
import type { PkceGrantBody } from '#auth-server/request-bodies.ts';
import type { AccountRow, UserRow } from '#auth-server/rows.ts';
import type { RequestService } from '#auth-server/service.ts';
import { openSession } from '#auth-server/sessions/session.ts';
import {
  type CodeChallenge,
  hashToken,
  lockUserOfToken,
  type OneTimeToken,
} from './one-time-token.ts';

/** The PKCE challenge of a request, validated by RFC 7636 §4.2; null without PKCE. */
export function codeChallengeOf(body: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | null {
  const { code_challenge: challenge, code_challenge_method } = body;
  const method = code_challenge_method?.toLowerCase();
  if (!challenge && !method) return null;
  if (!challenge || !method)
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (method !== 's256' && method !== 'plain') throw invalid('invalid code challenge method');
  if (!/^[\w.~-]{43,128}$/.test(challenge)) {
    throw invalid(
      'code challenge has to be 43 to 128 letters, digits, hyphens, periods, underscores or tildes',
    );
  }
  return { challenge, method };
}

/**
 * Opens the session of an emailed link in the browser that requested the link.
 *
 * @throws AuthError flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned, validation_failed.
 */
export async function exchangeCode(
  service: RequestService,
  body: PkceGrantBody,
): Promise<AccountRow> {
  const { auth_code: code, code_verifier: verifier } = body;
  if (!code || !verifier) {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  return service.store.transact(async (tx) => {
    await lockUserOfToken(tx, hashToken(code));
    const [row] = await tx.rows<{ token: OneTimeToken; user: UserRow }>(
      `delete from auth.one_time_tokens t using auth.users u
       where t.token_hash = $1 and t.kind = 'auth_code' and u.id = t.user_id
       returning to_json(t) as token, auth.with_factors(to_jsonb(u)) as user`,
      [hashToken(code)],
    );
    if (!row) throw new AuthError('flow_state_not_found');
    if (Date.parse(row.token.expires_at) <= service.clock().getTime()) {
      throw new AuthError('flow_state_expired');
    }
    // Thrown inside the transaction: a wrong verifier consumes nothing.
    if (!matchesChallenge(verifier, row.token)) throw new AuthError('bad_code_verifier');
    const account = await openSession(service, row.user, row.token.proof, { tx });
    if (!account) throw new AuthError('user_banned');
    return account;
  });
}

function matchesChallenge(
  verifier: string,
  { code_challenge: challenge, ...token }: OneTimeToken,
): boolean {
  const given =
    token.code_challenge_method === 's256'
      ? createHash('sha256').update(verifier).digest('base64url')
      : verifier;
  const [expected, presented] = [Buffer.from(challenge ?? ''), Buffer.from(given)];
  return expected.length === presented.length && timingSafeEqual(expected, presented);
}
