import { randomUUID } from 'node:crypto';
import { AuthFault } from '#auth-server/fault.ts';
import { takeInTurn } from '#auth-server/limits.ts';
import type { Service } from '#auth-server/service.ts';
import type { Statements } from '#auth-server/store.ts';
import type { AuthMail } from './mail.ts';

/**
 * What mail is asked for, each with a budget of its own: what a stranger can ask for in anybody's name uses up
 * nothing that only its owner can ask for.
 */
export type Purpose =
  | 'recovery'
  | 'magiclink'
  | 'recovery elsewhere'
  | 'magiclink elsewhere'
  | 'sign-up'
  | 'sign-up again'
  | 'rival sign-up'
  | 'already registered'
  | 'reauthentication'
  | 'change of address'
  | 'change to address'
  | 'change asked for again';

/** Whom a mail is for. Where there is nobody, all is done as if there were, and nothing comes of it. */
export type Recipient = { userId: string; email: string; exists: boolean };

export function recipientOf(user: { id: string } | undefined, email: string): Recipient {
  return { userId: user?.id ?? randomUUID(), email, exists: user !== undefined };
}

/**
 * Whether one more mail may go to this recipient; counts it, in the transaction that queues it. To be asked before a
 * link is made, because a new link takes the place of the one that was mailed before.
 *
 * The window is no longer than any link lives: who is told to wait has a good link in the mailbox.
 */
export async function mayMail(
  { limits }: Service,
  tx: Statements,
  purpose: Purpose,
  { email, exists }: Pick<Recipient, 'email' | 'exists'>,
): Promise<boolean> {
  const key = `${purpose} ${exists ? '' : 'nobody '}${email}`;
  try {
    await takeInTurn(tx, [limits.mailBurst.turn(key), limits.mail.turn(key)]);
    return true;
  } catch (error) {
    if (error instanceof AuthFault && error.code === 'over_request_rate_limit') return false;
    throw error;
  }
}

/** The mail to a recipient: where there is nobody, one that is queued and written alike and sent to no one. */
export function mailTo({ exists, userId }: Recipient, mail: AuthMail): AuthMail {
  return exists ? mail : { kind: 'decoy', to: '', userId };
}
