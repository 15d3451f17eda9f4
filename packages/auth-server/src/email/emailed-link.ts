import type { Service, Statements, UserRow } from '#auth-server/service.ts';
import { hashToken, makeToken, type SignUp, storeToken, type TokenKind } from './one-time-token.ts';

const LINK_SECONDS = 3600;

/** The protocol's name of each kind of link, the page of ours that accepts it, and the `amr` method it proves. */
const LINKS = {
  signup: { type: 'signup', page: '/auth', proof: 'otp' },
  recovery: { type: 'recovery', page: '/reset-password', proof: 'recovery' },
  email_change_current: { type: 'email_change', page: '/account/profile', proof: 'otp' },
  email_change_new: { type: 'email_change', page: '/account/profile', proof: 'otp' },
} as const satisfies Partial<Record<TokenKind, object>>;

type LinkOptions = { kind: keyof typeof LINKS; signUp?: SignUp };

/**
 * Creates a single-use link that proves access to the mailbox it is emailed to. It leads to a page of ours, which
 * consumes the token when the user clicks its button: programs that open links in email before people do consume
 * nothing, and no URL contains a session.
 */
export async function makeLink(
  { settings, clock }: Service,
  tx: Statements,
  { id: userId, email }: Pick<UserRow, 'id' | 'email'>,
  { kind, signUp }: LinkOptions,
): Promise<string> {
  const { type, page, proof } = LINKS[kind];
  const token = makeToken();
  await keepUnconfirmed(tx, userId, clock());
  await storeToken(tx, {
    tokenHash: hashToken(token),
    userId,
    kind,
    email,
    now: clock(),
    seconds: LINK_SECONDS,
    proof,
    ...(signUp && { signUp }),
  });
  return withQuery(new URL(page, settings.siteUrl), { token_hash: token, type });
}

/** An account that waits to be confirmed is deleted some time after its last link, never while one is valid. */
async function keepUnconfirmed(tx: Statements, userId: string, now: Date): Promise<void> {
  await tx.rows(
    'update auth.users set created_at = $2 where id = $1 and email_confirmed_at is null',
    [userId, now],
  );
}

/** Adds parameters to the query. */
export function withQuery(url: URL, words: Record<string, string>): string {
  const target = new URL(url);
  for (const [name, value] of Object.entries(words)) target.searchParams.set(name, value);
  return target.href;
}
