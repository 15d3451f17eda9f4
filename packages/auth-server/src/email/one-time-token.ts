import { createHash, randomBytes } from 'node:crypto';
import { isBanned } from '#auth-server/assurance.ts';
import { AuthError } from '#auth-server/auth-error.ts';
import type { Statements, UserRow } from '#auth-server/service.ts';

export type TokenKind =
  | 'signup'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication';

/** What a sign-up typed, stored with its token. */
export type SignUp = { passwordHash: string; userMetadata: Record<string, unknown> };

export type OneTimeToken = {
  user_id: string;
  kind: TokenKind;
  email: string;
  /** The `amr` method of the session that the token opens. */
  proof: 'otp' | 'recovery';
  password_hash: string | null;
  user_metadata: Record<string, unknown> | null;
  expires_at: string;
};

/** 256 random bits. */
export function makeToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A fast hash is enough for 256 random bits; slow hashes are for passwords. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

type NewToken = {
  tokenHash: Buffer;
  userId: string;
  kind: TokenKind;
  email: string;
  now: Date;
  seconds: number;
  proof?: 'otp' | 'recovery';
  /** The only session in which it is valid. */
  sessionId?: string;
  signUp?: SignUp;
};

/**
 * Kinds that anybody can request for another address. Several are valid at once; otherwise a stranger's request would
 * invalidate the owner's link. Of codes, only the newest is valid.
 */
const CONCURRENT_KINDS: readonly TokenKind[] = ['signup', 'recovery'];

/**
 * Stores a token's hash. It replaces the previous one of the same kind (and session). Of kinds that
 * may be valid several at once, it deletes only the expired ones: the email limits bound the others. For a nonexistent
 * user nothing is stored.
 */
export async function storeToken(tx: Statements, token: NewToken): Promise<void> {
  const { tokenHash, userId, kind, email, now, seconds, proof = 'otp' } = token;
  const concurrent = CONCURRENT_KINDS.includes(kind);
  if (concurrent) {
    await tx.rows(
      'delete from auth.one_time_tokens where user_id = $1 and kind = $2 and expires_at <= $3',
      [userId, kind, now],
    );
  }
  await tx.rows(
    `insert into auth.one_time_tokens (token_hash, user_id, kind, email, created_at, expires_at, proof,
       password_hash, user_metadata, session_id, beside)
     select $1::bytea, id, $3::text, $4::text, $5::timestamptz, $6::timestamptz, $7::text, $8::text, $9::jsonb,
       $10::uuid, case when $11::boolean then gen_random_uuid() end
     from auth.users where id = $2
     on conflict on constraint newest_only do update set
       token_hash = excluded.token_hash, email = excluded.email, created_at = excluded.created_at,
       expires_at = excluded.expires_at, proof = excluded.proof, tries = 0,
       password_hash = excluded.password_hash, user_metadata = excluded.user_metadata`,
    [
      tokenHash,
      userId,
      kind,
      email,
      now,
      new Date(now.getTime() + seconds * 1000),
      proof,
      token.signUp?.passwordHash ?? null,
      token.signUp?.userMetadata ?? null,
      token.sessionId ?? null,
      concurrent,
    ],
  );
}

/**
 * Consumes a token, and with it all that live beside it: of requests at once, also with different ones, one succeeds.
 * It counts only while the account has the address that it was emailed to, or is about to get it.
 *
 * @throws AuthError otp_expired when it is unknown, used, replaced or too old; user_banned, which in a transaction
 * consumes nothing.
 */
export async function consumeToken(
  tx: Statements,
  token: string,
  kinds: readonly TokenKind[],
  now: Date,
): Promise<OneTimeToken> {
  const hash = hashToken(token);
  // Locks the account, so that requests with several tokens of one kind, and all other changes of the account, run one
  // after the other. The separate statement after it sees the changes that the lock has waited for.
  await tx.rows(
    `select from auth.users
     where id = (select user_id from auth.one_time_tokens where token_hash = $1) for update`,
    [hash],
  );
  const deleted = await tx.rows<Consumed>(
    `with consumed as (
       select t.user_id, t.kind, t.session_id, u.banned_until
       from auth.one_time_tokens t join auth.users u on u.id = t.user_id
       where t.token_hash = $1 and t.kind = any($2)
         and t.email = case t.kind when 'email_change_new' then u.email_change else u.email end
     )
     delete from auth.one_time_tokens t using consumed
     where t.user_id = consumed.user_id and t.kind = consumed.kind
       and t.session_id is not distinct from consumed.session_id
     returning to_json(t) as token, t.token_hash = $1 as is_consumed,
       to_json(consumed.banned_until) as banned_until`,
    [hash, kinds],
  );
  const consumed = deleted.find(({ is_consumed }) => is_consumed);
  if (!consumed || Date.parse(consumed.token.expires_at) <= now.getTime()) {
    throw new AuthError('otp_expired');
  }
  if (isBanned(consumed, now)) throw new AuthError('user_banned');
  return consumed.token;
}

type Consumed = { token: OneTimeToken; is_consumed: boolean } & Pick<UserRow, 'banned_until'>;
