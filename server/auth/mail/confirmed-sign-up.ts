import { randomUUID } from 'node:crypto';
import { note } from '../audit.ts';
import type { Metadata } from '../metadata.ts';
import type { UserRow } from '../rows.ts';
import type { Service, Visit } from '../service.ts';
import type { Statements } from '../store.ts';
import { makeLink } from './mailed-link.ts';
import type { CodeChallenge } from './one-time-token.ts';
import { disownWaiting, findWaiting, mailRivals } from './waiting-sign-up.ts';

export type PendingSignUp = {
  email: string;
  password: string;
  passwordHash: string;
  userMetadata: Metadata;
  redirectTo: string | undefined;
  codeChallenge: CodeChallenge | null;
};

/**
 * Signs up an address that its owner must confirm. The answer is made up before anything is looked up, and
 * what there is to do is done behind it: nobody learns from it whether the address has an account.
 */
export function signUpPending(service: Service, signUp: PendingSignUp, visit: Visit): UserRow {
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
    if (!(await service.mayMail(signUp.email))) return;
    const waiting = await findWaiting(service.store, signUp.email);
    const known = waiting?.password_hash;
    const same = known && (await service.passwords.verify(known, signUp.password));
    await service.store.transact((tx) =>
      register(service, tx, user, { ...signUp, repeated: same ? known : undefined }, visit),
    );
  });
  return user;
}

/** `repeated`: the hash of an earlier sign-up that typed the same password. */
type Registered = PendingSignUp & { repeated: string | undefined };

async function register(
  service: Service,
  tx: Statements,
  user: UserRow,
  signUp: Registered,
  visit: Visit,
): Promise<void> {
  const { email } = signUp;
  const account = await insertOrFind(tx, user);
  if (account.confirmed) {
    await service.post({ kind: 'already_registered', to: email, userId: account.id }, tx);
  } else {
    const waiting = await findWaiting(tx, email);
    const rivals = waiting !== undefined && waiting.password_hash !== signUp.repeated;
    if (rivals) {
      await disownWaiting(tx, account.id);
      await mailRivals(service, tx, account.id, email);
    } else await mailConfirmation(service, tx, account.id, signUp);
  }
  await note(tx, {
    at: service.clock(),
    event: account.confirmed ? 'sign_up_repeated' : 'signed_up',
    userId: account.id,
    sessionId: null,
    address: visit.address,
  });
}

async function mailConfirmation(
  service: Service,
  tx: Statements,
  userId: string,
  { email, redirectTo, codeChallenge, passwordHash, userMetadata }: Registered,
): Promise<void> {
  const link = await makeLink(service, tx, {
    kind: 'signup',
    userId,
    email,
    redirectTo,
    codeChallenge,
    signUp: { passwordHash, userMetadata },
  });
  await service.post({ kind: 'confirm_sign_up', to: email, userId, link }, tx);
}

async function insertOrFind(tx: Statements, user: UserRow) {
  const [made] = await tx.rows<{ id: string }>(
    `insert into auth.users (id, identity_id, email, password_hash, user_metadata, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6)
     on conflict (email) do nothing
     returning id`,
    [
      user.id,
      user.identity_id,
      user.email,
      user.password_hash,
      user.user_metadata,
      user.created_at,
    ],
  );
  if (made) return { id: made.id, confirmed: false };
  const [found] = await tx.rows<{ id: string; confirmed: boolean }>(
    `select id, email_confirmed_at is not null as confirmed from auth.users
     where email = $1 for update`,
    [user.email],
  );
  if (!found) throw new Error('The account was deleted while it was signed up again');
  return found;
}
