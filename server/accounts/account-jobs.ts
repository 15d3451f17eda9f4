import type { Auth } from '@aparajita/auth-server';
import type { DeliverEmail } from '#server/email/email.ts';
import { ignoreRefusedRecipient } from '#server/email/recipient-refused.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { accountEmail } from './account-emails.ts';

/** Emails to addresses that nobody has confirmed yet: their refusal is not a failure. */
const SIGN_UPS = ['confirm_sign_up', 'confirm_rival_sign_ups'];

/** What the accounts' jobs do. */
export function accountJobs({
  auth,
  deliverEmail,
  publicUrl,
}: {
  /** Null when a hosted service manages the accounts. */
  auth: Pick<Auth, 'decryptEmail' | 'pruneExpired'> | null;
  deliverEmail: DeliverEmail;
  publicUrl: string;
}): Pick<JobHandlers, 'auth-mail' | 'auth-cleanup'> {
  return {
    'auth-mail': async ({ id, sealed: encrypted }) => {
      if (!auth)
        throw new PermanentFailure(
          'a hosted service now manages the accounts, so the email cannot be decrypted',
        );
      const email = auth.decryptEmail(encrypted);
      const rendered = await renderEmail(accountEmail(id, email, publicUrl), publicUrl);
      if (email.kind === 'decoy') return;
      const sending = deliverEmail(rendered);
      await (SIGN_UPS.includes(email.kind) ? ignoreRefusedRecipient(sending) : sending);
    },
    'auth-cleanup': async () => auth?.pruneExpired(),
  };
}
