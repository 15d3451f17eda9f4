import { lockUserByEmail } from '#auth-server/account-queries.ts';
import { writeAudit } from '#auth-server/audit-log.ts';
import { ADMITTED } from '#auth-server/passwords/hash-queue.ts';
import type { RequestService, Service, Statements, UserRow } from '#auth-server/service.ts';
import { countEmail, type Recipient, recipientOf } from './email-limits.ts';
import { makeLink } from './emailed-link.ts';
import type { SignUp } from './one-time-token.ts';

/**
 * Signs up an address that its owner must confirm, after the response: it does not reveal whether the address has an
 * account.
 */
export function signUpWithConfirmation(
  service: RequestService,
  user: UserRow,
  password: string,
): void {
  service.background(async () => {
    let registered = false;
    while (!registered) {
      const compared = await compareWithPending(service, user.email, password);
      registered = await service.store.transact((tx) => register(service, tx, user, compared));
    }
  });
}

/** The pending sign-up whose password was compared with this one's, and whether it is the same. */
type Compared = { hash: string | null; same: boolean };

/**
 * Compares a slow hash before the transaction, to keep its locks short. It does so even if there is nothing to compare
 * with, so that the time does not reveal that.
 */
async function compareWithPending(
  { store, passwords }: Service,
  email: string,
  password: string,
): Promise<Compared> {
  const hash = (await findPendingSignUp(store, email))?.password_hash ?? null;
  // A refusal would lose the email. There are never more of these hashes than sign-ups that the queue admitted before.
  return { hash, same: await passwords.verify(hash, password, ADMITTED) };
}

/** @returns false, with nothing done, when the pending sign-up is no longer the compared one. */
async function register(
  service: RequestService,
  tx: Statements,
  user: UserRow,
  compared: Compared,
): Promise<boolean> {
  const signUp = {
    passwordHash: user.password_hash ?? '',
    userMetadata: user.user_metadata,
  };
  const account = await insertOrFindUser(tx, user);
  const waiting = await findPendingSignUp(tx, user.email);
  if (account.confirmed) {
    await notifyOwner(service, tx, account, signUp);
  } else {
    if (waiting?.password_hash && waiting.password_hash !== compared.hash) return false;
    const repeated = Boolean(waiting?.password_hash) && compared.same;
    if (waiting && !repeated) {
      await discardPendingSignUp(tx, account.id);
      await emailConcurrentSignUps(service, tx, recipientOf(account, user.email));
    } else {
      await confirm(service, tx, account, signUp);
    }
  }
  const event = account.confirmed ? 'sign_up_repeated' : 'signed_up';
  await writeAudit(service, tx, event, { user: account });
  return true;
}

/** The address has an account: emails its owner. Does the same work as for a new one, so that the time is the same. */
async function notifyOwner(
  service: Service,
  tx: Statements,
  owner: Account,
  signUp: SignUp,
): Promise<void> {
  const refused = await countEmail(service, tx, 'already registered', owner);
  await makeSignUpLink(service, tx, recipientOf(undefined, owner.email), signUp);
  if (!refused) await service.queueEmail(tx, owner, { kind: 'already_registered' });
}

/** Emails the link that confirms a sign-up. */
async function confirm(
  service: Service,
  tx: Statements,
  account: Account,
  signUp: SignUp,
): Promise<void> {
  if (await countEmail(service, tx, 'sign-up', account)) return;
  const link = await makeSignUpLink(service, tx, account, signUp);
  await service.queueEmail(tx, account, { kind: 'confirm_sign_up', link });
}

function makeSignUpLink(
  service: Service,
  tx: Statements,
  account: Pick<Account, 'id' | 'email'>,
  signUp: SignUp,
): Promise<string> {
  return makeLink(service, tx, account, { kind: 'signup', signUp });
}

type Account = { id: string; email: string; confirmed: boolean };

/** Always runs both statements: the work does not reveal whether there was an account. */
async function insertOrFindUser(tx: Statements, user: UserRow): Promise<Account> {
  await insertUser(tx, user);
  const [found] = await tx.rows<Account>(
    `select id, email, email_confirmed_at is not null as confirmed from auth.users
     where email = $1 for update`,
    [user.email],
  );
  if (!found) throw new Error('The account was deleted while it was signed up again');
  return found;
}

/** @returns false when the address has an account. */
export async function insertUser(tx: Statements, user: UserRow): Promise<boolean> {
  const { id, identity_id, email, password_hash, user_metadata, email_confirmed_at } = user;
  const inserted = await tx.rows(
    `insert into auth.users (id, identity_id, email, password_hash, user_metadata, email_confirmed_at,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)
     on conflict (email) do nothing returning id`,
    [id, identity_id, email, password_hash, user_metadata, email_confirmed_at, user.created_at],
  );
  return inserted.length > 0;
}

/** What a sign-up typed, stored with its token; null after concurrent sign-ups. */
type StoredSignUp = { password_hash: string | null; user_metadata: SignUp['userMetadata'] | null };

/**
 * The unconfirmed sign-up of this address, as it was typed last. It is stored as long as its account: its link expires
 * within an hour, and can be requested again.
 */
async function findPendingSignUp(
  statements: Statements,
  email: string,
): Promise<StoredSignUp | undefined> {
  const [waiting] = await statements.rows<StoredSignUp>(
    `select t.password_hash, t.user_metadata
     from auth.one_time_tokens t join auth.users u on u.id = t.user_id
     where u.email = $1 and u.email_confirmed_at is null and t.kind = 'signup'
     order by t.created_at desc, t.token_hash limit 1`,
    [email],
  );
  return waiting;
}

/**
 * Two people have typed a password for one address, or one person two. The mailbox cannot tell whose link it opens, so
 * neither password counts. The earlier sign-up stays, without what was typed: its link no longer confirms anything, and
 * it marks the conflict for later requests.
 */
async function discardPendingSignUp(tx: Statements, userId: string): Promise<void> {
  await tx.rows(
    `update auth.one_time_tokens set password_hash = null, user_metadata = null
     where user_id = $1 and kind = 'signup'`,
    [userId],
  );
}

/**
 * Emails the link that confirms the address and asks for a password. Counted separately from the emails of sign-ups:
 * the first one's link no longer works, so this email must not have to wait for that limit.
 */
async function emailConcurrentSignUps(
  service: Service,
  tx: Statements,
  recipient: Recipient,
): Promise<void> {
  if (await countEmail(service, tx, 'concurrent sign-up', recipient)) return;
  const link = await makeLink(service, tx, recipient, { kind: 'recovery' });
  await service.queueEmail(tx, recipient, { kind: 'confirm_rival_sign_ups', link });
}

/**
 * Emails the link of a pending sign-up again, which keeps its password. Without a stored one, or with concurrent
 * sign-ups, the link asks for a password.
 */
export async function resendSignUp(service: Service, tx: Statements, email: string): Promise<void> {
  // Locked, or a new link would restore a password that was discarded a moment before.
  const user = await lockUserByEmail(tx, email);
  const waits = user?.password_hash && !user.email_confirmed_at;
  const waiting = await findPendingSignUp(tx, email);
  const recipient = recipientOf(waits ? user : undefined, email);
  if (waits && !waiting?.password_hash) return emailConcurrentSignUps(service, tx, recipient);
  if (await countEmail(service, tx, 'sign-up again', recipient)) return;
  const link = await makeSignUpLink(service, tx, recipient, {
    passwordHash: waiting?.password_hash ?? '',
    userMetadata: waiting?.user_metadata ?? {},
  });
  await service.queueEmail(tx, recipient, { kind: 'confirm_sign_up', link });
}
