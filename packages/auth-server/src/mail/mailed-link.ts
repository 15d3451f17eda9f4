import type { Service } from '#auth-server/service.ts';
import type { AuthSettings } from '#auth-server/settings.ts';
import type { Statements } from '#auth-server/store.ts';
import {
  type CodeChallenge,
  hashToken,
  keepToken,
  makeToken,
  type TokenKind,
} from './one-time-token.ts';
import { isOurPage, safeRedirect, withQuery } from './redirects.ts';

/** How the protocol calls what a link proves, and which of our pages takes the link. */
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
 * Makes a link that proves a mailbox once.
 *
 * It leads to a page of ours, which spends the token when the shopper presses its button: programs that
 * open links in mail before people do use nothing up, and no session is ever part of an address. An app elsewhere
 * that asked with PKCE gets the protocol's own link, which ends in the browser that asked or nowhere.
 */
export async function makeLink(
  { settings, clock }: Service,
  tx: Statements,
  { kind, userId, email, redirectTo, codeChallenge: asked, signUp }: LinkOptions,
): Promise<string> {
  const { type, page, proof } = LINKS[kind];
  const codeChallenge = challengeElsewhere(settings, redirectTo, asked);
  const token = makeToken(codeChallenge);
  await keepToken(tx, {
    tokenHash: hashToken(token),
    userId,
    kind,
    email,
    now: clock(),
    seconds: kind === 'magiclink' ? settings.signInLinkSeconds : settings.linkSeconds,
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
  // No other page of ours knows what to do with it.
  const toOurs = isOurPage(settings, target) || target.pathname === '/';
  return withQuery(toOurs ? new URL(page, target) : target, { token_hash: token, type });
}

/**
 * The challenge of whoever asked, if it counts: only for pages elsewhere. Ours cannot answer one, and anybody may ask
 * for the mail of any address, with a challenge that its owner's browser knows nothing of.
 */
export function challengeElsewhere(
  settings: AuthSettings,
  redirectTo: string | undefined,
  asked: CodeChallenge | null,
): CodeChallenge | null {
  return isOurPage(settings, safeRedirect(settings, redirectTo)) ? null : asked;
}
