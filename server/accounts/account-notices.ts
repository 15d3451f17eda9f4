import type { AuthEmail } from '@aparajita/auth-server';
import { CONTACT_PATH, FORGOT_PASSWORD_PATH, SECURITY_PATH } from '#contract/page-paths.ts';
import type { Block, EmailContent } from '#server/email/template/content.ts';

/** The parts in which the emails of accounts differ. */
export type AccountEmailBody = Pick<EmailContent, 'subject' | 'preview' | 'heading' | 'blocks'>;

/** An email about a change of the account. */
type Notice = Extract<
  AuthEmail,
  {
    kind:
      | 'password_changed'
      | 'email_changed'
      | 'factor_added'
      | 'factor_removed'
      | 'recovery_codes_made'
      | 'recovery_code_used'
      | 'wrong_codes'
      | 'sessions_ended'
      | 'account_closed'
      | 'account_opened';
  }
>;

const FACTORS = {
  totp: 'An authenticator app',
  webauthn: 'A passkey or security key',
  recovery_code: 'A set of recovery codes',
};

/** The text of the email about a change. */
export function noticeEmailBody(email: Notice, publicUrl: string): AccountEmailBody {
  switch (email.kind) {
    case 'password_changed':
      return notice(
        'Your password was changed',
        'The password of your account was changed. All other sessions were signed out.',
        ifThisWasNotYou(publicUrl),
      );
    case 'email_changed':
      return notice(
        'Your email was changed',
        `Your account now uses ${email.newEmail}. This address no longer signs in.`,
        {
          kind: 'note',
          text: 'If this was not you, reply to this email at once.',
        },
      );
    case 'factor_added':
      return {
        subject: `${FACTORS[email.factorType]} was added`,
        preview: 'Signing in asks for it from now on.',
        heading: `${FACTORS[email.factorType]} was added`,
        blocks: [
          `${FACTORS[email.factorType]} was added to your account. Signing in asks for it from now on.`,
          ...(email.link === undefined ? [contactUs(publicUrl)] : undoFactorBlocks(email.link)),
        ],
      };
    case 'factor_removed':
      return notice(
        `${FACTORS[email.factorType]} was removed`,
        `${FACTORS[email.factorType]} was removed from your account.`,
        ifThisWasNotYou(publicUrl),
      );
    case 'recovery_codes_made':
      return email.replaces === false
        ? notice(
            'Recovery codes were made',
            'Recovery codes were made for your account. Each signs in once in place of the second step.',
            ifCodesWereNotYours(publicUrl),
          )
        : notice(
            'New recovery codes were made',
            'New recovery codes were made for your account. The ones from before no longer work.',
            ifCodesWereNotYours(publicUrl),
          );
    case 'recovery_code_used':
      return notice(
        'A recovery code was used',
        `Somebody signed in to your account with a recovery code. ${codesLeft(email.left)}`,
        ifThisWasNotYou(publicUrl),
      );
    case 'wrong_codes':
      return notice(
        'Wrong codes were entered',
        'Somebody entered many wrong codes of your second step today. None of them signed anybody in. To be asked for a code, they must know your password or read your email.',
        ifThisWasNotYou(publicUrl),
      );
    case 'sessions_ended':
      return notice(
        'You were signed out everywhere',
        'We have signed you out on every device. Please sign in again.',
        contactUs(publicUrl),
      );
    case 'account_closed':
      return notice(
        'Your account is suspended',
        'We have suspended your account and signed you out everywhere. Orders already placed will still be delivered.',
        contactUs(publicUrl),
      );
    case 'account_opened':
      return notice(
        'Your account is active again',
        'You can sign in to your account again.',
        contactUs(publicUrl),
      );
  }
}

/** The advice for a recipient who did not make the change. */
export function ifThisWasNotYou(publicUrl: string): Block {
  return {
    kind: 'note',
    text: 'If this was not you, somebody may know your password.',
    link: { label: 'Reset it now', url: publicUrl + FORGOT_PASSWORD_PATH },
  };
}

function ifCodesWereNotYours(publicUrl: string): Block {
  return {
    kind: 'note',
    text: 'If this was not you, sign in, sign out your other devices and make new codes. Then change your password.',
    link: { label: 'Open Security', url: publicUrl + SECURITY_PATH },
  };
}

function contactUs(publicUrl: string): Block {
  return {
    kind: 'note',
    text: 'Questions?',
    link: { label: 'Write to us', url: publicUrl + CONTACT_PATH },
  };
}

/** The link that removes the factor. Resetting the password would not help, because it requires that factor. */
function undoFactorBlocks(link: string): Block[] {
  return [
    'If this was you, you do not need to do anything.',
    'If this was not you, remove it here. You enter your password and choose a new one, and every device is signed out.',
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

function notice(subject: string, text: string, otherwise: Block): AccountEmailBody {
  return { subject, preview: text, heading: subject, blocks: [text, otherwise] };
}
