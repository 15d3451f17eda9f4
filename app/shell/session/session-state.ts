import type { Session, User } from '@supabase/auth-js';
import { type Claims, jwtClaims } from './jwt-claims.ts';
import type { SecondFactor, SessionState, Shopper } from './session-store.ts';

/**
 * Turns a session of the auth client into the state. A password alone is not enough for an account with a second
 * factor: the server would respond 401 (decision 016), so the pages ask for the factor first. Not a security check: it
 * only decides what the page shows, the server decides what is allowed.
 */
export function toSessionState({ access_token, user }: Session): SessionState {
  const claims = jwtClaims(access_token);
  const shopper = toShopper(user);
  const factors = verifiedFactors(user);
  if (factors.length > 0 && claims.aal !== 'aal2') {
    return { status: 'mfa-required', user: shopper, factors };
  }
  return { status: 'signed-in', user: shopper, recovering: hasRecovered(claims) };
}

function toShopper({ id, email = '' }: User): Shopper {
  return { id, email };
}

function verifiedFactors({ factors = [] }: User): SecondFactor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, factor_type, friendly_name = '' }) => ({
      id,
      type: factor_type,
      name: friendly_name,
    }));
}

function hasRecovered({ amr }: Claims): boolean {
  return (
    Array.isArray(amr) && amr.some((proof: { method?: unknown }) => proof.method === 'recovery')
  );
}
