import type { AuthMail } from '../auth/mail/mail.ts';
import type { Mail } from './mail.ts';
import { asHtml } from './order-confirmation.ts';

/** What the accounts have to tell or to ask. `id` names the mail for good. */
export function authMail(id: string, mail: AuthMail, publicUrl: string): Mail {
  const [subject, ...lines] = wordsOf(mail, publicUrl);
  const text = lines.join('\n');
  return { onceKey: `auth-mail:${id}`, to: mail.to, subject, text, html: asHtml(text) };
}

const FACTORS = { totp: 'An authenticator app', webauthn: 'A security key' };
const NOT_ASKED = 'If you did not ask for this, you need not do anything.';

/** The subject, and then the lines. */
function wordsOf(mail: AuthMail, publicUrl: string): [string, ...string[]] {
  const notYou = `If this was not you, reset your password at once: ${publicUrl}/forgot-password`;
  switch (mail.kind) {
    case 'confirm_sign_up':
      return [
        'Confirm your email',
        'Welcome to Aparajita! Please confirm your email within an hour:',
        mail.link,
        NOT_ASKED,
      ];
    case 'reset_password':
      return ['Reset your password', 'Choose a new password within an hour:', mail.link, NOT_ASKED];
    case 'sign_in_link':
      return ['Your sign-in link', 'Sign in within an hour:', mail.link, NOT_ASKED];
    case 'confirm_email_change':
      return [
        'Confirm your new email',
        `Your account is to change to ${mail.newEmail}. Both mailboxes must agree within an hour:`,
        mail.link,
        NOT_ASKED,
      ];
    case 'reauthentication':
      return ['Your code', `Your code is ${mail.code}. It is good for ten minutes.`, NOT_ASKED];
    case 'already_registered':
      return [
        'You already have an account',
        'Somebody, perhaps you, signed up with this email, which has an account already.',
        `Sign in: ${publicUrl}/auth`,
        `Forgot your password? ${publicUrl}/forgot-password`,
        NOT_ASKED,
      ];
    case 'password_changed':
      return ['Your password was changed', 'The password of your account was changed.', notYou];
    case 'email_changed':
      return ['Your email was changed', `Your account now uses ${mail.newEmail}.`, notYou];
    case 'factor_added':
      return [
        'A second step was added',
        `${FACTORS[mail.factorType]} was added to your account.`,
        notYou,
      ];
    case 'factor_removed':
      return [
        'A second step was removed',
        `${FACTORS[mail.factorType]} was removed from your account.`,
        notYou,
      ];
  }
}
