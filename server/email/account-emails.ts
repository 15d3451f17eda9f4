import type { AuthMail } from '@aparajita/auth-server';
import {
  AUTH_PATH,
  CONTACT_PATH,
  FORGOT_PASSWORD_PATH,
  SECURITY_PATH,
} from '#contract/page-paths.ts';
import type { Block, EmailContent } from './template/content.ts';

type Words = Pick<EmailContent, 'subject' | 'preview' | 'heading' | 'blocks'>;

/** The content of each auth mail. `id` identifies the mail permanently. */
export function authMail(id: string, mail: AuthMail, publicUrl: string): EmailContent {
  return {
    idempotencyKey: `auth-mail:${id}`,
    to: mail.to,
    ...wordsOf(mail, publicUrl),
    reason: 'You get this email because of an account with this address.',
  };
}

const FACTORS = {
  totp: 'An authenticator app',
  webauthn: 'A passkey or security key',
  recovery_code: 'A set of recovery codes',
};

function wordsOf(mail: AuthMail, publicUrl: string): Words {
  const forgot = publicUrl + FORGOT_PASSWORD_PATH;
  const notYou: Block = {
    kind: 'note',
    text: 'If this was not you, somebody may know your password.',
    link: { label: 'Reset it now', url: forgot },
  };
  const askUs: Block = {
    kind: 'note',
    text: 'Questions?',
    link: { label: 'Write to us', url: publicUrl + CONTACT_PATH },
  };
  switch (mail.kind) {
    case 'confirm_sign_up':
      return {
        subject: 'Confirm your email',
        preview: 'One step, and your account is ready.',
        heading: 'Welcome to Aparajita',
        blocks: [
          {
            kind: 'text',
            text: 'Please confirm that this is your email. Then your account is ready.',
          },
          { kind: 'action', label: 'Confirm your email', url: mail.link },
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
          {
            kind: 'text',
            text: 'Somebody, perhaps you, signed up with this email more than once, with different passwords. Please choose the password you want. That also confirms that this is your email.',
          },
          { kind: 'action', label: 'Choose your password', url: mail.link },
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
          { kind: 'text', text: 'You asked to reset the password of your account.' },
          {
            kind: 'action',
            label: 'Choose a new password',
            url: mail.kind === 'decoy' ? forgot : mail.link,
          },
          WITHIN_AN_HOUR,
          {
            kind: 'note',
            text: 'If you did not ask for this, your password stays as it is. You do not need to do anything.',
          },
        ],
      };
    case 'sign_in_link':
      return {
        subject: 'Your sign-in link',
        preview: 'Sign in without a password, within ten minutes.',
        heading: 'Sign in to Aparajita',
        blocks: [
          { kind: 'text', text: 'This link signs you in, without a password.' },
          { kind: 'action', label: 'Sign in', url: mail.link },
          { kind: 'note', text: 'The link works once, within ten minutes.' },
          {
            kind: 'note',
            text: 'Do not share it: anyone who has it can sign in as you. If you did not ask for it, you do not need to do anything.',
          },
        ],
      };
    case 'confirm_email_change':
      return {
        subject: 'Confirm your new email',
        preview: `Change the email of your account to ${mail.newEmail}.`,
        heading: 'A new email for your account',
        blocks: [
          {
            kind: 'text',
            text: `You asked to change the email of your account to ${mail.newEmail}. Please confirm from both addresses, the old one and the new one.`,
          },
          { kind: 'action', label: 'Confirm the change', url: mail.link },
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
          { kind: 'text', text: 'Enter this code to continue with the change to your account:' },
          { kind: 'code', code: mail.code },
          {
            kind: 'note',
            text: 'It is valid for ten minutes. We will never ask for it on the phone.',
          },
          notYou,
        ],
      };
    case 'already_registered':
      return {
        subject: 'You already have an account',
        preview: 'Sign in, or choose a new password.',
        heading: 'You already have an account',
        blocks: [
          {
            kind: 'text',
            text: 'Somebody, perhaps you, signed up with this email. It has an account already, so nothing was changed.',
          },
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
          {
            kind: 'text',
            text: 'Somebody, perhaps you, asked to change another account to this email. It has an account of its own, so nothing was changed.',
          },
          { kind: 'action', label: 'Sign in', url: publicUrl + AUTH_PATH },
          NOT_ASKED,
        ],
      };
    case 'password_changed':
      return news(
        'Your password was changed',
        'The password of your account was changed. All other sessions were signed out.',
        notYou,
      );
    case 'email_changed':
      return news(
        'Your email was changed',
        `Your account now uses ${mail.newEmail}. This address no longer signs in.`,
        {
          kind: 'note',
          text: 'If this was not you, reply to this email at once.',
        },
      );
    case 'factor_added':
      return {
        subject: `${FACTORS[mail.factorType]} was added`,
        preview: 'Signing in asks for it from now on.',
        heading: `${FACTORS[mail.factorType]} was added`,
        blocks: [
          {
            kind: 'text',
            text: `${FACTORS[mail.factorType]} was added to your account. Signing in asks for it from now on.`,
          },
          ...(mail.link === undefined ? [askUs] : wayBack(mail.link)),
        ],
      };
    case 'factor_removed':
      return news(
        `${FACTORS[mail.factorType]} was removed`,
        `${FACTORS[mail.factorType]} was removed from your account.`,
        notYou,
      );
    case 'recovery_codes_made':
      return news(
        'New recovery codes were made',
        'New recovery codes were made for your account. The ones from before no longer work.',
        {
          kind: 'note',
          text: 'If this was not you, sign in, sign out your other devices and make new codes. Then change your password.',
          link: { label: 'Open Security', url: publicUrl + SECURITY_PATH },
        },
      );
    case 'recovery_code_used':
      return news(
        'A recovery code was used',
        `Somebody signed in to your account with a recovery code. ${codesLeft(mail.left)}`,
        notYou,
      );
    case 'sessions_ended':
      return news(
        'You were signed out everywhere',
        'We have signed you out on every device. Please sign in again.',
        askUs,
      );
    case 'account_closed':
      return news(
        'Your account is suspended',
        'We have suspended your account and signed you out everywhere. Orders already placed will still be delivered.',
        askUs,
      );
    case 'account_opened':
      return news('Your account is active again', 'You can sign in to your account again.', askUs);
  }
}

const WITHIN_AN_HOUR: Block = { kind: 'note', text: 'The link works once, within an hour.' };
const NOT_ASKED: Block = {
  kind: 'note',
  text: 'If you did not ask for this, you do not need to do anything.',
};

/** A reset link would not do: resetting asks for the second factor that the attacker added. */
function wayBack(link: string): Block[] {
  return [
    { kind: 'text', text: 'If this was you, you do not need to do anything.' },
    {
      kind: 'text',
      text: 'If this was not you, remove it here. You enter your password and choose a new one, and every device is signed out.',
    },
    { kind: 'action', label: 'This was not me', url: link },
    {
      kind: 'note',
      text: 'The link works for seven days. Do not share it.',
    },
  ];
}

function codesLeft(left: number): string {
  if (left === 0) return 'It was the last one: please make new codes under Security.';
  return left === 1 ? 'One is left.' : `${left} are left.`;
}

/** A notice of something that happened to the account. */
function news(subject: string, text: string, otherwise: Block): Words {
  return { subject, preview: text, heading: subject, blocks: [{ kind: 'text', text }, otherwise] };
}
