import type pg from 'pg';
import * as z from 'zod';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { Statements } from '#auth-server/store.ts';

const to = { to: z.string(), userId: z.string() };

/** An email of the accounts. Its links and codes open an account, so it is queued encrypted. */
const AuthEmail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm_sign_up'), ...to, link: z.string() }),
  z.object({ kind: z.literal('confirm_rival_sign_ups'), ...to, link: z.string() }),
  z.object({ kind: z.literal('reset_password'), ...to, link: z.string() }),
  z.object({ kind: z.literal('sign_in_link'), ...to, link: z.string() }),
  z.object({
    kind: z.literal('confirm_email_change'),
    ...to,
    link: z.string(),
    newEmail: z.string(),
  }),
  z.object({ kind: z.literal('reauthentication'), ...to, code: z.string() }),
  z.object({ kind: z.literal('already_registered'), ...to }),
  z.object({ kind: z.literal('email_taken'), ...to }),
  // Queued like the others and sent to nobody: there was no account to email.
  z.object({ kind: z.literal('decoy'), ...to }),
  z.object({ kind: z.literal('password_changed'), ...to }),
  z.object({ kind: z.literal('email_changed'), ...to, newEmail: z.string() }),
  // Emails queued by older versions have no link.
  z.object({
    kind: z.literal('factor_added'),
    ...to,
    factorType: z.enum(['totp', 'webauthn']),
    link: z.string().optional(),
  }),
  z.object({
    kind: z.literal('factor_removed'),
    ...to,
    factorType: z.enum(['totp', 'webauthn', 'recovery_code']),
  }),
  // `replaces`: whether there were codes before, which no longer work. Emails queued by older versions do not say.
  z.object({
    kind: z.literal('recovery_codes_made'),
    ...to,
    replaces: z.boolean().optional(),
  }),
  z.object({ kind: z.literal('wrong_codes'), ...to }),
  z.object({ kind: z.literal('recovery_code_used'), ...to, left: z.number() }),
  z.object({ kind: z.literal('sessions_ended'), ...to }),
  z.object({ kind: z.literal('account_closed'), ...to }),
  z.object({ kind: z.literal('account_opened'), ...to }),
]);
export type AuthEmail = z.infer<typeof AuthEmail>;

/** Runs a statement in the transaction that the email belongs to. */
type Executor = {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
};

/**
 * Queues an email in the given transaction: with a job queue in the same database the email is sent exactly when the
 * change is committed. `id` is unique to the email; `userId` is the account that it is about, whose deletion must
 * delete the email. The email is encrypted, so that no job table and no copy of one gives access to an account;
 * `Auth.decryptEmail` decrypts it.
 */
export type SendAuthEmail = (
  email: { id: string; userId: string; encrypted: string },
  tx: Executor,
) => Promise<void>;

/** It cannot be renamed: emails in the queue were encrypted with it. */
const ENCRYPTION_CONTEXT = 'auth mail';

export function encryptEmail(derivedKeys: DerivedKeys, email: AuthEmail): string {
  return derivedKeys
    .encrypt(Buffer.from(JSON.stringify(email)), ENCRYPTION_CONTEXT)
    .toString('base64url');
}

/** Also decrypts emails queued before the secret was replaced. @throws Error when this service has not encrypted it. */
export function decryptEmail(derivedKeys: DerivedKeys, encrypted: string): AuthEmail {
  const { plain } = derivedKeys.decryptRotated(
    Buffer.from(encrypted, 'base64url'),
    ENCRYPTION_CONTEXT,
  );
  return AuthEmail.parse(JSON.parse(plain.toString()));
}

/** Queues an email in the transaction of `tx`. */
export type QueueEmail = (email: AuthEmail, tx: Statements) => Promise<void>;
