import { randomUUID } from 'node:crypto';
import { writeAudit } from '#auth-server/audit-log.ts';
import { ADMITTED } from '#auth-server/passwords/hash-queue.ts';
import type { UserRow } from '#auth-server/rows.ts';
import type { RequestService, Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { Metadata } from '#auth-server/user-metadata.ts';
import { consumeEmailLimit, recipientOf } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import type { CodeChallenge } from './one-time-token.ts';
import {
  discardPendingSignUp,
  emailConcurrentSignUps,
  findPendingSignUp,
} from './pending-sign-up.ts';

export type SignUpRequest = {
  email: string;
  password: string;
  passwordHash: string;
  userMetadata: Metadata;
  redirectTo: string | undefined;
  codeChallenge: CodeChallenge | null;
};

/**
 * Signs up an address that its owner must confirm. The response is fixed before any lookup, and the work is done after
 * it: the response does not reveal whether the address has an account.
 */
export function signUpWithConfirmation(service: RequestService, signUp: SignUpRequest): UserRow {
  const now = service.clock();
  const user: UserRow = {
    id: randomUUID(),
    identity_id: randomUUID(),
    email: signUp.email,
    password_hash: signUp.passwordHash,
    email_confirmed_at: null,
    email_change: null,
    user_metadata: signUp.userMetadata,
    banned_until: null,
    last_sign_in_at: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    factors: [],
  };
  service.background(async () => {
    let registered = false;
    while (!registered) {
      const compared = await compareWithPending(service, signUp);
      registered = await service.store.transact((tx) =>
        register(service, tx, user, { ...signUp, compared }),
      );
    }
  });
  return user;
}

/** The pending sign-up whose password was compared with this one's, and whether it is the same. */
type Compared = { hash: string | null; same: boolean };

/**
 * Compares a slow hash before the transaction, to keep its locks short. It does so even if there is nothing to compare
 * with, so that the time does not reveal that.
 */
async function compareWithPending(
  { store, passwords }: Service,
  { email, password }: SignUpRequest,
): Promise<Compared> {
  const hash = (await findPendingSignUp(store, email))?.password_hash ?? null;
  // A refusal would lose the email. There are never more of these hashes than sign-ups that the queue admitted before.
  return { hash, same: await passwords.verify(hash, password, ADMITTED) };
}

type ComparedSignUp = SignUpRequest & { compared: Compared };

/** @returns false, with nothing done, when the pending sign-up is no longer the compared one. */
async function register(
  service: RequestService,
  tx: Statements,
  user: UserRow,
  signUp: ComparedSignUp,
): Promise<boolean> {
  const { email, compared } = signUp;
  const account = await insertOrFindUser(tx, user);
  const waiting = await findPendingSignUp(tx, email);
  if (account.confirmed) {
    await notifyOwner(service, tx, account.id, signUp);
  } else {
    if (waiting?.password_hash && waiting.password_hash !== compared.hash) return false;
    const repeated = Boolean(waiting?.password_hash) && compared.same;
    if (waiting && !repeated) {
      await discardPendingSignUp(tx, account.id);
      await emailConcurrentSignUps(service, tx, recipientOf(account, email));
    } else {
      await confirm(service, tx, account.id, signUp, Boolean(waiting));
    }
  }
  await writeAudit(service, tx, account.confirmed ? 'sign_up_repeated' : 'signed_up', {
    user: account,
  });
  return true;
}

/** The address has an account: emails its owner. Does the same work as for a new one, so that the time is the same. */
async function notifyOwner(
  service: Service,
  tx: Statements,
  userId: string,
  signUp: ComparedSignUp,
): Promise<void> {
  const { email } = signUp;
  const allowed = await consumeEmailLimit(service, tx, 'already registered', {
    email,
    exists: true,
  });
  await makeLink(service, tx, linkOf(recipientOf(undefined, email).userId, signUp));
  if (allowed) await service.queueEmail({ kind: 'already_registered', to: email, userId }, tx);
}

/**
 * Emails the link that confirms a sign-up. The first sign-up always gets a link, even if no email may be sent: it
 * stores what was typed, for when the email is requested again.
 */
async function confirm(
  service: Service,
  tx: Statements,
  userId: string,
  signUp: ComparedSignUp,
  waits: boolean,
): Promise<void> {
  const { email } = signUp;
  const allowed = await consumeEmailLimit(service, tx, 'sign-up', { email, exists: true });
  if (waits && !allowed) return;
  const link = await makeLink(service, tx, linkOf(userId, signUp));
  if (allowed) await service.queueEmail({ kind: 'confirm_sign_up', to: email, userId, link }, tx);
}

function linkOf(
  userId: string,
  { email, redirectTo, codeChallenge, passwordHash, userMetadata }: ComparedSignUp,
) {
  const signUp = { passwordHash, userMetadata };
  return { kind: 'signup', userId, email, redirectTo, codeChallenge, signUp } as const;
}

/** Always runs both statements: the work does not reveal whether there was an account. */
async function insertOrFindUser(tx: Statements, user: UserRow) {
  await tx.rows(
    `insert into auth.users (id, identity_id, email, password_hash, user_metadata, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (email) do nothing`,
    [
      user.id,
      user.identity_id,
      user.email,
      user.password_hash,
      user.user_metadata,
      user.created_at,
    ],
  );
  const [found] = await tx.rows<{ id: string; confirmed: boolean }>(
    `select id, email_confirmed_at is not null as confirmed from auth.users
     where email = $1 for update`,
    [user.email],
  );
  if (!found) throw new Error('The account was deleted while it was signed up again');
  return found;
}
