import * as z from 'zod/mini';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#domain/password.ts';
import { requiredText } from './fields.ts';

const TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;

export const Email = z
  .string('Invalid email address')
  .check(z.trim(), z.maxLength(255, 'Invalid email address'), z.email('Invalid email address'));

/** A password is taken exactly as typed: never trimmed, any characters. */
export const Password = z
  .string(TOO_SHORT)
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, TOO_SHORT),
    z.maxLength(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`),
  );

export const LoginForm = z.object({ email: Email, password: Password });
export type LoginForm = z.infer<typeof LoginForm>;

export const SignUpForm = confirmed(
  z.object({
    full_name: requiredText(100, 'Full name is required'),
    email: Email,
    password: Password,
    confirm_password: z.string(),
  }),
  'password',
);
export type SignUpForm = z.infer<typeof SignUpForm>;

/** An address to mail something to: the way to reset a password, or to confirm the address itself. */
export const EmailForm = z.object({ email: Email });
export type EmailForm = z.infer<typeof EmailForm>;

export const ResetPasswordForm = confirmed(
  z.object({ password: Password, confirm_password: z.string() }),
  'password',
);
export type ResetPasswordForm = z.infer<typeof ResetPasswordForm>;

/** Of the page that undoes a second step: the password one knows, perhaps none, and a new one. */
export const UndoForm = confirmed(
  z.object({ known_password: z.string(), password: Password, confirm_password: z.string() }),
  'password',
);
export type UndoForm = z.infer<typeof UndoForm>;

export const ChangePasswordForm = confirmed(
  z.object({
    current_password: z
      .string('Current password is required')
      .check(z.minLength(1, 'Current password is required')),
    new_password: Password,
    confirm_password: z.string(),
  }),
  'new_password',
);
export type ChangePasswordForm = z.infer<typeof ChangePasswordForm>;

/** What an authenticator app shows; people type it with a space in the middle, as it is written there. */
export const Code = z.string().check(
  z.overwrite((typed) => typed.replace(/\s/g, '')),
  z.regex(/^\d{6}$/, 'Enter the 6 digits that your app shows'),
);

export const CodeForm = z.object({ code: Code });
export type CodeForm = z.infer<typeof CodeForm>;

/** A code from the mailbox. */
export const MailedCodeForm = z.object({
  code: z.string().check(
    z.overwrite((typed) => typed.replace(/\s/g, '')),
    z.regex(/^\d{6}$/, 'Enter the 6 digits from our email'),
  ),
});
export type MailedCodeForm = z.infer<typeof MailedCodeForm>;

/** As it was written down: in any case, with spaces and hyphens or without. */
export const RecoveryCodeForm = z.object({ code: requiredText(40, 'Enter one of your codes') });
export type RecoveryCodeForm = z.infer<typeof RecoveryCodeForm>;

/** The password, once more. */
export const PasswordForm = z.object({
  password: z.string().check(z.minLength(1, 'Type your password')),
});
export type PasswordForm = z.infer<typeof PasswordForm>;

/** What its owner calls a second factor. */
export const FactorForm = z.object({ name: requiredText(100, 'Name is required') });
export type FactorForm = z.infer<typeof FactorForm>;

/** Adds that the password was typed twice alike; what is wrong shows at the second. */
function confirmed<Form extends z.ZodMiniObject<{ confirm_password: z.ZodMiniString }>>(
  form: Form,
  password: keyof z.output<Form>,
) {
  return form.check(
    z.refine((typed) => typed[password] === typed.confirm_password, {
      path: ['confirm_password'],
      message: "Passwords don't match",
    }),
  );
}
