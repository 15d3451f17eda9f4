import type { SecondFactor, SessionState, Shopper } from './session-store.ts';

/** The part of a session that the pages need, whether the auth client or the storage provides it. */
export type SessionTokens = {
  access_token: string;
  user: { id: string; email?: string | undefined; factors?: readonly Factor[] | undefined };
};

type Factor = {
  id: string;
  factor_type: string;
  friendly_name?: string | undefined;
  status: string;
};

/** The access token's claims about how the shopper signed in. */
type Claims = { aal?: unknown; amr?: unknown };

/**
 * Derives the state from a session. A password alone is not enough for an account with a second factor: the server
 * would respond 401 (decision 016), so the pages ask for the factor first. Not a security check: it only decides what
 * the page shows; the server decides what is allowed.
 */
export function toSessionState({ access_token, user }: SessionTokens): SessionState {
  const claims = decodeClaims(access_token);
  const shopper = toShopper(user);
  const factors = verifiedFactors(user);
  if (factors.length > 0 && claims.aal !== 'aal2') {
    return { status: 'mfa-required', user: shopper, factors };
  }
  return { status: 'signed-in', user: shopper, recovering: isRecovery(claims) };
}

function toShopper({ id, email = '' }: SessionTokens['user']): Shopper {
  return { id, email };
}

function verifiedFactors({ factors = [] }: SessionTokens['user']): SecondFactor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .map(({ id, factor_type, friendly_name = '' }) => ({
      id,
      type: factor_type,
      name: friendly_name,
    }));
}

function isRecovery({ amr }: Claims): boolean {
  return (
    Array.isArray(amr) && amr.some((proof: { method?: unknown }) => proof.method === 'recovery')
  );
}

/** Decodes the payload of a JWT, which is JSON in base64url; {} if it is unreadable. */
function decodeClaims(token: string): Claims {
  try {
    const [, payload = ''] = token.split('.');
    const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (char) =>
      char.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
