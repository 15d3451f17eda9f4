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
    // It holds back the mail alone: were a second sign-up not noticed, the mailed link would stand for whoever was first.
    const mayMail = await service.mayMail(signUp.email);
    let registered = false;
    while (!registered) {
      const compared = await compareWithWaiting(service, signUp);
      registered = await service.store.transact((tx) =>
        register(service, tx, user, { ...signUp, mayMail, compared }, visit),
      );
    }
  });
  return user;
}

/** With the password of which waiting sign-up this one's was compared, and whether it is the same. */
type Compared = { hash: string | null; same: boolean };

/** A slow hash is compared before the transaction: its locks last no longer than they must. */
async function compareWithWaiting(
  { store, passwords }: Service,
  { email, password }: PendingSignUp,
): Promise<Compared> {
  const hash = (await findWaiting(store, email))?.password_hash ?? null;
  return { hash, same: hash !== null && (await passwords.verify(hash, password)) };
}

type Registering = PendingSignUp & { mayMail: boolean; compared: Compared };

/** @returns false, with nothing done, when the sign-up that waits is not the compared one any more. */
async function register(
  service: Service,
  tx: Statements,
  user: UserRow,
  signUp: Registering,
  visit: Visit,
): Promise<boolean> {
  const { email, mayMail, compared } = signUp;
  const account = await insertOrFind(tx, user);
  if (account.confirmed) {
    const mail = { kind: 'already_registered', to: email, userId: account.id } as const;
    if (mayMail) await service.post(mail, tx);
  } else {
    const waiting = await findWaiting(tx, email);
    if (waiting?.password_hash && waiting.password_hash !== compared.hash) return false;
    const repeated = Boolean(waiting?.password_hash) && compared.same;
    if (waiting && !repeated) await rival(service, tx, account.id, signUp);
    else if (!waiting || mayMail) await confirm(service, tx, account.id, signUp);
  }
  await note(tx, {
    at: service.clock(),
    event: account.confirmed ? 'sign_up_repeated' : 'signed_up',
    userId: account.id,
    sessionId: null,
    address: visit.address,
  });
  return true;
}

/** A link that is not mailed is made for what it keeps: what was typed, for the day the mail is asked for again. */
async function confirm(
  service: Service,
  tx: Statements,
  userId: string,
  { email, redirectTo, codeChallenge, passwordHash, userMetadata, mayMail }: Registering,
): Promise<void> {
  const link = await makeLink(service, tx, {
    kind: 'signup',
    userId,
    email,
    redirectTo,
    codeChallenge,
    signUp: { passwordHash, userMetadata },
  });
  if (mayMail) await service.post({ kind: 'confirm_sign_up', to: email, userId, link }, tx);
}

/** Without a mail it makes no link: that would end the one that was mailed before. */
async function rival(
  service: Service,
  tx: Statements,
  userId: string,
  { email, mayMail }: Registering,
): Promise<void> {
  await disownWaiting(tx, userId);
  if (mayMail) await mailRivals(service, tx, userId, email);
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
