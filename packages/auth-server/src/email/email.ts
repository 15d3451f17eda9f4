import * as z from 'zod';
import type { DerivedKeys } from '#auth-server/derived-keys.ts';
import type { Statements } from '#auth-server/service.ts';

const factorType = z.enum(['totp', 'webauthn', 'recovery_code']);

/** What an email of the accounts says. */
const EmailContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm_sign_up'), link: z.string() }),
  z.object({ kind: z.literal('confirm_rival_sign_ups'), link: z.string() }),
  z.object({ kind: z.literal('reset_password'), link: z.string() }),
  z.object({ kind: z.literal('confirm_email_change'), link: z.string(), newEmail: z.string() }),
  z.object({ kind: z.literal('reauthentication'), code: z.string() }),
  z.object({ kind: z.literal('already_registered') }),
  z.object({ kind: z.literal('email_taken') }),
  // Queued like the others and sent to nobody: there was no account to email.
  z.object({ kind: z.literal('decoy') }),
  z.object({ kind: z.literal('password_changed') }),
  z.object({ kind: z.literal('email_changed'), newEmail: z.string() }),
  // Emails queued by older versions have no link.
  z.object({
    kind: z.literal('factor_added'),
    factorType: factorType.exclude(['recovery_code']),
    link: z.string().optional(),
  }),
  z.object({ kind: z.literal('factor_removed'), factorType }),
  // `replaces`: whether there were codes before, which no longer work. Emails queued by older versions do not say.
  z.object({ kind: z.literal('recovery_codes_made'), replaces: z.boolean().optional() }),
  z.object({ kind: z.literal('wrong_codes') }),
  z.object({ kind: z.literal('recovery_code_used'), left: z.number() }),
  z.object({ kind: z.literal('sessions_ended') }),
  z.object({ kind: z.literal('account_closed') }),
  z.object({ kind: z.literal('account_opened') }),
]);
export type EmailContent = z.infer<typeof EmailContent>;

/** An email to an account. Its links and codes open the account, so it is queued encrypted. */
const AuthEmail = z.object({ to: z.string(), userId: z.string() }).and(EmailContent);
export type AuthEmail = z.infer<typeof AuthEmail>;

/**
 * Queues an email in the transaction that it belongs to: with a job queue in the same database the email is sent exactly
 * when the change is committed. `id` is unique to the email; `userId` is the account that it is about, whose deletion must
 * delete the email. The email is encrypted, so that no job table and no copy of one gives access to an account;
 * `Auth.decryptEmail` decrypts it.
 */
export type SendAuthEmail = (
  email: { id: string; userId: string; encrypted: string },
  tx: Pick<Statements, 'executeSql'>,
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
