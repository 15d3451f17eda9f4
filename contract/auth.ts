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

export const SignUpForm = z
  .object({
    full_name: requiredText(100, 'Full name is required'),
    email: Email,
    password: Password,
    confirm_password: z.string(),
  })
  .check(
    z.refine((form) => form.password === form.confirm_password, {
      path: ['confirm_password'],
      message: "Passwords don't match",
    }),
  );
export type SignUpForm = z.infer<typeof SignUpForm>;
