import type { Service } from '#auth-server/service.ts';
import type { AuthSettings } from '#auth-server/settings.ts';
import type { Statements } from '#auth-server/store.ts';
import {
  type CodeChallenge,
  hashToken,
  makeToken,
  storeToken,
  type TokenKind,
} from './one-time-token.ts';
import { isOurPage, safeRedirect, withQuery } from './redirects.ts';

const LINK_SECONDS = 3600;
/** A link that signs in (OWASP ASVS 5.0, 6.5.5). */
const SIGN_IN_LINK_SECONDS = 600;

/** The protocol's name of each kind of link, the page of ours that accepts it, and the `amr` method it proves. */
const LINKS = {
  signup: { type: 'signup', page: '/auth', proof: 'otp' },
  recovery: { type: 'recovery', page: '/reset-password', proof: 'recovery' },
  magiclink: { type: 'magiclink', page: '/auth', proof: 'otp' },
  email_change_current: { type: 'email_change', page: '/account/profile', proof: 'otp' },
  email_change_new: { type: 'email_change', page: '/account/profile', proof: 'otp' },
} as const satisfies Partial<Record<TokenKind, object>>;

type LinkOptions = {
  kind: keyof typeof LINKS;
  userId: string;
  email: string;
  redirectTo: string | undefined;
  codeChallenge: CodeChallenge | null;
  signUp?: { passwordHash: string; userMetadata: Record<string, unknown> };
};

/**
 * Creates a single-use link that proves access to a mailbox. It leads to a page of ours, which consumes the token when
 * the user clicks its button: programs that open links in email before people do consume nothing, and no URL contains
 * a session. Another application that used PKCE gets the protocol's own link, which only works in the browser that
 * requested it.
 */
export async function makeLink(
  { settings, clock }: Service,
  tx: Statements,
  { kind, userId, email, redirectTo, codeChallenge: requested, signUp }: LinkOptions,
): Promise<string> {
  const { type, page, proof } = LINKS[kind];
  const codeChallenge = pkceChallengeForApp(settings, redirectTo, requested);
  const token = makeToken(codeChallenge);
  await keepUnconfirmed(tx, userId, clock());
  await storeToken(tx, {
    tokenHash: hashToken(token),
    userId,
    kind,
    email,
    now: clock(),
    seconds: kind === 'magiclink' ? SIGN_IN_LINK_SECONDS : LINK_SECONDS,
    proof,
    codeChallenge,
    ...(signUp && { signUp }),
  });
  const target = safeRedirect(settings, redirectTo);
  if (codeChallenge) {
    return withQuery(new URL(`${settings.issuer}/verify`), {
      token,
      type,
      redirect_to: target.href,
    });
  }
  // On our own site only `page` handles the token.
  const isOwnPage = isOurPage(settings, target) || target.pathname === '/';
  return withQuery(isOwnPage ? new URL(page, target) : target, { token_hash: token, type });
}

/** An account that waits to be confirmed is deleted some time after its last link, never while one is valid. */
async function keepUnconfirmed(tx: Statements, userId: string, now: Date): Promise<void> {
  await tx.rows(
    'update auth.users set created_at = $2 where id = $1 and email_confirmed_at is null',
    [userId, now],
  );
}

/**
 * The PKCE challenge of the request, if it counts: only for other applications. Our pages cannot answer one, and
 * anybody may request an email to any address with a challenge that the owner's browser does not know.
 */
export function pkceChallengeForApp(
  settings: AuthSettings,
  redirectTo: string | undefined,
  requested: CodeChallenge | null,
): CodeChallenge | null {
  return isOurPage(settings, safeRedirect(settings, redirectTo)) ? null : requested;
}
