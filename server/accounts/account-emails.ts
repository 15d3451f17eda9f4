import type { Auth, AuthEmail } from '@aparajita/auth-server';
import { AUTH_PATH, FORGOT_PASSWORD_PATH } from '#contract/page-paths.ts';
import type { DeliverEmail } from '#server/email/email.ts';
import { ignoreRefusedRecipient } from '#server/email/smtp.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';
import { renderEmail } from '#server/email/template/render-email.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';
import { type AccountEmailBody, ifThisWasNotYou, noticeEmailBody } from './account-notices.ts';

/** The content of an email of the accounts. `id` identifies the email permanently. */
export function accountEmail(id: string, email: AuthEmail, publicUrl: string): EmailContent {
  return {
    idempotencyKey: `auth-mail:${id}`,
    to: email.to,
    ...emailBody(email, publicUrl),
    reason: 'You get this email because of an account with this address.',
  };
}

function emailBody(email: AuthEmail, publicUrl: string): AccountEmailBody {
  const forgot = publicUrl + FORGOT_PASSWORD_PATH;
  switch (email.kind) {
    case 'confirm_sign_up':
      return {
        subject: 'Confirm your email',
        preview: 'One step, and your account is ready.',
        heading: 'Welcome to Aparajita',
        blocks: [
          'Please confirm that this is your email. Then your account is ready.',
          { kind: 'action', label: 'Confirm your email', url: email.link },
          WITHIN_AN_HOUR,
          NOT_ASKED,
        ],
      };
    case 'confirm_rival_sign_ups':
      return {
        subject: 'Confirm your email and choose your password',
        preview: 'Choose the password, and your account is ready.',
        heading: 'Welcome to Aparajita',
        blocks: [
          'Somebody, perhaps you, signed up with this email more than once, with different passwords. Please choose the password you want. That also confirms that this is your email.',
          { kind: 'action', label: 'Choose your password', url: email.link },
          WITHIN_AN_HOUR,
          NOT_ASKED,
        ],
      };
    case 'decoy': // sent to nobody; hides whether an account exists
    case 'reset_password':
      return {
        subject: 'Reset your password',
        preview: 'Choose a new password within an hour.',
        heading: 'Choose a new password',
        blocks: [
          'You asked to reset the password of your account.',
          {
            kind: 'action',
            label: 'Choose a new password',
            url: email.kind === 'decoy' ? forgot : email.link,
          },
          WITHIN_AN_HOUR,
          {
            kind: 'note',
            text: 'If you did not ask for this, your password stays as it is. You do not need to do anything.',
          },
        ],
      };
    case 'confirm_email_change':
      return {
        subject: 'Confirm your new email',
        preview: `Change the email of your account to ${email.newEmail}.`,
        heading: 'A new email for your account',
        blocks: [
          `You asked to change the email of your account to ${email.newEmail}. Please confirm from both addresses, the old one and the new one.`,
          { kind: 'action', label: 'Confirm the change', url: email.link },
          WITHIN_AN_HOUR,
          NOT_ASKED,
        ],
      };
    case 'reauthentication':
      return {
        subject: 'Your code',
        preview: 'It is valid for ten minutes.',
        heading: 'Your code',
        blocks: [
          'Enter this code to continue with the change to your account:',
          { kind: 'code', code: email.code },
          {
            kind: 'note',
            text: 'It is valid for ten minutes. We will never ask for it on the phone.',
          },
          ifThisWasNotYou(publicUrl),
        ],
      };
    case 'already_registered':
      return {
        subject: 'You already have an account',
        preview: 'Sign in, or choose a new password.',
        heading: 'You already have an account',
        blocks: [
          'Somebody, perhaps you, signed up with this email. It has an account already, so nothing was changed.',
          { kind: 'action', label: 'Sign in', url: publicUrl + AUTH_PATH },
          {
            kind: 'note',
            text: 'Forgot your password?',
            link: { label: 'Choose a new one', url: forgot },
          },
        ],
      };
    case 'email_taken':
      return {
        subject: 'This email has an account already',
        preview: 'Nothing was changed.',
        heading: 'This email has an account already',
        blocks: [
          'Somebody, perhaps you, asked to change another account to this email. It has an account of its own, so nothing was changed.',
          { kind: 'action', label: 'Sign in', url: publicUrl + AUTH_PATH },
          NOT_ASKED,
        ],
      };
    default:
      return noticeEmailBody(email, publicUrl);
  }
}

const WITHIN_AN_HOUR: Block = { kind: 'note', text: 'The link works once, within an hour.' };
const NOT_ASKED: Block = {
  kind: 'note',
  text: 'If you did not ask for this, you do not need to do anything.',
};

/** Emails to addresses that nobody has confirmed yet: their refusal is not a failure. */
const SIGN_UPS = ['confirm_sign_up', 'confirm_rival_sign_ups'];

/** What the accounts' jobs do. */
export function accountJobs({
  auth,
  deliverEmail,
  publicUrl,
}: {
  auth: Pick<Auth, 'decryptEmail' | 'pruneExpired'>;
  deliverEmail: DeliverEmail;
  publicUrl: string;
}): Pick<JobHandlers, 'auth-mail' | 'auth-cleanup'> {
  return {
    'auth-mail': async ({ id, sealed: encrypted }) => {
      const email = auth.decryptEmail(encrypted);
      const rendered = renderEmail(accountEmail(id, email, publicUrl), publicUrl);
      if (email.kind === 'decoy') return;
      const sending = deliverEmail(rendered);
      await (SIGN_UPS.includes(email.kind) ? ignoreRefusedRecipient(sending) : sending);
    },
    'auth-cleanup': async () => auth.pruneExpired(),
  };
}
