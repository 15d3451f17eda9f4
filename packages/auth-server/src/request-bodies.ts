import type { Context } from 'hono';
import * as z from 'zod';
import { AuthError, invalid } from './auth-error.ts';
import { Assertion, Registration } from './factors/webauthn.ts';
import type { Service } from './service.ts';
import { isRecord, readTyped } from './typed-text.ts';

/** An address, as `TypedText` has read it. */
export const Email = z
  .string('Invalid email address')
  .max(255, 'Invalid email address')
  .check(z.email('Invalid email address'));

/** The protocol's clients send null or '' for an absent address. */
const address = z
  .literal('')
  .or(Email.transform((email) => email.toLowerCase()))
  .nullish();
const password = z.string().nullish();
const textUpTo = (length: number) =>
  z.string().refine(isStorable, 'contains a character that cannot be stored').max(length);
const text = textUpTo(4096).nullish();
const name = textUpTo(100).nullish();

/** PostgreSQL cannot store U+0000 or lone surrogates. */
function isStorable(typed: string): boolean {
  return !typed.includes('\0') && typed.isWellFormed();
}

/** The protocol's field for captcha tokens: here a proof of work. */
const security = {
  gotrue_meta_security: z.object({ captcha_token: text }).nullish(),
};

export const SignUpBody = z.object({
  ...security,
  email: address,
  password,
  /** The application's data about the user, of which the name is kept: it is in every access token. */
  data: z.object({ full_name: name }).nullish(),
});
export type SignUpBody = z.infer<typeof SignUpBody>;

export const PasswordGrantBody = z.object({ ...security, email: address, password });
export type PasswordGrantBody = z.infer<typeof PasswordGrantBody>;

/** Body of /recover and, with the type, /resend. */
export const EmailRequestBody = z.object({ ...security, email: address, type: text });
export type EmailRequestBody = z.infer<typeof EmailRequestBody>;

export const VerifyBody = z.object({ type: text, token_hash: text });

export const RefreshGrantBody = z.object({ refresh_token: text });

export const UserChangeBody = z.object({
  ...security,
  email: address,
  password,
  current_password: password,
  /** A name is given at sign-up only. */
  data: z.null().optional(),
});
export type UserChangeBody = z.infer<typeof UserChangeBody>;

export const PasswordChangeBody = z.object({ password: z.string(), current_password: password });
export type PasswordChangeBody = z.infer<typeof PasswordChangeBody>;

export const NonceBody = z.object({ nonce: textUpTo(4096) });

export const EnrollBody = z.object({ factor_type: text, friendly_name: name });
export type EnrollBody = z.infer<typeof EnrollBody>;

export const FactorBody = z.object({
  challenge_id: z.uuid().nullish(),
  code: text,
  webauthn: z
    .discriminatedUnion('type', [
      z.object({ type: z.literal('create'), credential_response: Registration }),
      z.object({ type: z.literal('request'), credential_response: Assertion }),
    ])
    .nullish(),
});
export type FactorBody = z.infer<typeof FactorBody>;

export const RecoveryCodeBody = z.object({ code: text });

export const UndoBody = z.object({ token_hash: text, password, new_password: password });
export type UndoBody = z.infer<typeof UndoBody>;

/**
 * Reads a request's body. Its content type must be JSON: other sites' pages cannot send that without a CORS preflight,
 * so they cannot have their visitors' browsers guess passwords, sign up or request email.
 *
 * @throws AuthError bad_json or validation_failed.
 */
export async function readBody<T extends z.ZodType>(
  { typedText }: Service,
  c: Context,
  schema: T,
): Promise<z.output<T>> {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new AuthError('bad_json', {
      status: 415,
      message: 'Content-Type must be application/json',
    });
  }
  let body: unknown;
  try {
    body = JSON.parse(await c.req.text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new AuthError('bad_json', {}, error);
    throw error;
  }
  if (!isRecord(body)) throw new AuthError('bad_json');
  const parsed = schema.safeParse(readTyped(typedText, body));
  if (parsed.success) return parsed.data;
  throw invalid(explain(parsed.error.issues[0]));
}

/** One sentence for the first error. Never quotes the input: it may be a password. */
function explain(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.map(String).join('.') ?? '';
  if (field === 'email') return 'Unable to validate email address: invalid format';
  return `${field}: ${issue?.code === 'custom' || issue?.code === 'too_big' ? issue.message : 'has the wrong type'}`;
}
