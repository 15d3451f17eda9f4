import type { Context } from 'hono';
import * as z from 'zod';
import { AuthError, invalid } from './auth-error.ts';
import { Email } from './email.ts';
import { Assertion, Registration } from './factors/webauthn.ts';
import { readTyped } from './typed-text.ts';
import { isStorableText, Metadata } from './user-metadata.ts';

const address = Email.transform((email) => email.toLowerCase());
/** The protocol's clients send null or '' for absent values. */
const orAbsent = <T extends z.ZodType>(schema: T) => z.literal('').or(schema).nullish();
const textUpTo = (length: number) =>
  z.string().refine(isStorableText, 'contains a character that cannot be stored').max(length);
const text = textUpTo(4096).nullish();
const name = textUpTo(100).nullish();

/** The protocol's field for captcha tokens: here a proof of work. */
const security = {
  gotrue_meta_security: z.object({ captcha_token: text }).nullish(),
};

const pkce = {
  code_challenge: text,
  code_challenge_method: text,
};

export const SignUpBody = z.object({
  ...pkce,
  ...security,
  email: orAbsent(address),
  phone: text,
  password: z.string().nullish(),
  data: Metadata.nullish(),
});
export type SignUpBody = z.infer<typeof SignUpBody>;

export const PasswordGrantBody = z.object({
  ...security,
  email: orAbsent(address),
  phone: text,
  password: z.string().nullish(),
});
export type PasswordGrantBody = z.infer<typeof PasswordGrantBody>;

export const PkceGrantBody = z.object({
  auth_code: text,
  code_verifier: text,
});
export type PkceGrantBody = z.infer<typeof PkceGrantBody>;

/** Body of /recover and /otp. */
export const EmailRequestBody = z.object({
  ...pkce,
  ...security,
  email: orAbsent(address),
  phone: text,
});
export type EmailRequestBody = z.infer<typeof EmailRequestBody>;

export const ResendBody = EmailRequestBody.extend({ type: text });
export type ResendBody = z.infer<typeof ResendBody>;

export const VerifyBody = z.object({
  type: text,
  token: text,
  token_hash: text,
  email: orAbsent(address),
  phone: text,
});
export type VerifyBody = z.infer<typeof VerifyBody>;

export const RefreshGrantBody = z.object({ refresh_token: text });

export const UserChangeBody = z.object({
  ...security,
  email: orAbsent(address),
  phone: text,
  password: z.string().nullish(),
  current_password: z.string().nullish(),
  nonce: text,
  data: Metadata.nullish(),
  app_metadata: z.unknown().nullish(),
});
export type UserChangeBody = z.infer<typeof UserChangeBody>;

export const PasswordChangeBody = z.object({
  password: z.string(),
  current_password: z.string().nullish(),
  nonce: text,
});
export type PasswordChangeBody = z.infer<typeof PasswordChangeBody>;

export const NonceBody = z.object({ nonce: textUpTo(4096) });

export const EnrollBody = z.object({
  factor_type: text,
  friendly_name: name,
  issuer: name,
});
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

/** An optional body. */
export const RecoveryCodesBody = z.object({ friendly_name: EnrollBody.shape.friendly_name });

export const RecoveryCodeBody = z.object({ code: text });

export const UndoBody = z.object({
  token_hash: text,
  password: z.string().nullish(),
  new_password: z.string().nullish(),
});
export type UndoBody = z.infer<typeof UndoBody>;

/**
 * Reads a request's body. Its content type must be JSON: other sites' pages cannot send that without a CORS preflight,
 * so they cannot have their visitors' browsers guess passwords, sign up or request email.
 *
 * @throws AuthError bad_json or validation_failed.
 */
export async function readBody<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError('bad_json');
  }
  const parsed = schema.safeParse(readTyped(c, body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalid(explain(issue));
}

/** One sentence for the first error. Never quotes the input: it may be a password. */
function explain(issue: z.core.$ZodIssue | undefined): string {
  const field = issue?.path.map(String).join('.') ?? '';
  if (field === 'email') return 'Unable to validate email address: invalid format';
  return `${field}: ${issue?.code === 'custom' || issue?.code === 'too_big' ? issue.message : 'has the wrong type'}`;
}
