import * as z from 'zod/mini';
import { PASSWORD_TOO_SHORT, PASSWORDS_DIFFER, passwordLengthProblem } from '#domain/password.ts';
import { compactCode } from '#domain/text.ts';
import { digits, emailAddress, requiredLine } from './fields.ts';

export const Email = emailAddress('Invalid email address');

/**
 * A password is used exactly as typed: never trimmed, with any characters. The rest of the rule for new ones
 * (domain/new-password.ts) comes later: `NewPasswordFields` tells it as the shopper types, and the auth server refuses.
 */
export const Password = z.string(PASSWORD_TOO_SHORT).check(
  z.check((typed) => {
    const message = passwordLengthProblem(typed.value);
    // `continue`, so that a different repetition is told at the same time.
    if (message) typed.issues.push({ code: 'custom', input: typed.value, message, continue: true });
  }),
);

export const LoginForm = z.object({ email: Email, password: Password });
export type LoginForm = z.infer<typeof LoginForm>;

export const SignUpForm = confirmed(
  z.object({
    full_name: requiredLine(100, 'Full name is required'),
    email: Email,
    password: Password,
    confirm_password: z.string(),
  }),
  'password',
);
export type SignUpForm = z.infer<typeof SignUpForm>;

/** An address for an email with a link: to reset a password, or to confirm the address. */
export const EmailForm = z.object({ email: Email });
export type EmailForm = z.infer<typeof EmailForm>;

export const ResetPasswordForm = confirmed(
  z.object({ password: Password, confirm_password: z.string() }),
  'password',
);
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>;

/** The page that undoes a second factor: the known password, which may be empty, and a new one. */
export const UndoForm = confirmed(
  z.object({ known_password: z.string(), password: Password, confirm_password: z.string() }),
  'password',
);
export type UndoForm = z.infer<typeof UndoForm>;

/** A code from an authenticator app; people type it with a space in the middle, as the app shows it. */
const Code = digits(/^\d{6}$/, 'Enter the 6 digits that your app shows');

export const CodeForm = z.object({ code: Code });
export type CodeForm = z.infer<typeof CodeForm>;

/** A code from an email. */
export const EmailedCodeForm = z.object({
  code: digits(/^\d{6}$/, 'Enter the 6 digits from our email'),
});
export type EmailedCodeForm = z.infer<typeof EmailedCodeForm>;

/** A recovery code, in any case, with or without spaces and hyphens. */
export const RecoveryCodeForm = z.object({
  code: requiredLine(40, 'Enter one of your codes', compactCode),
});
export type RecoveryCodeForm = z.infer<typeof RecoveryCodeForm>;

/** Asks for the password again. */
export const PasswordForm = z.object({
  password: z.string().check(z.minLength(1, 'Enter your password')),
});
export type PasswordForm = z.infer<typeof PasswordForm>;

/** The shopper's name for a second factor. */
export const FactorForm = z.object({ name: requiredLine(100, 'Name is required') });
export type FactorForm = z.infer<typeof FactorForm>;

/** Requires both passwords to be equal; the error belongs to the second field. */
function confirmed<Form extends z.ZodMiniObject<{ confirm_password: z.ZodMiniString }>>(
  form: Form,
  password: keyof z.output<Form>,
) {
  return form.check(
    z.refine((typed) => typed[password] === typed.confirm_password, {
      path: ['confirm_password'],
      message: PASSWORDS_DIFFER,
    }),
  );
}
