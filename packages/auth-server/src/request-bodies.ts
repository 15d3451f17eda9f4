import type { Context } from 'hono';
import * as z from 'zod/mini';
import { AuthError, invalid } from './auth-error.ts';
import { Email } from './email.ts';
import { Assertion, Registration } from './factors/webauthn.ts';
import { isStorableText, Metadata } from './user-metadata.ts';

const storable = z.refine<string>(isStorableText, 'contains a character that cannot be stored');

const address = z.pipe(
  Email,
  z.transform((email) => email.toLowerCase()),
);
/** The protocol's clients send null or '' for absent values. */
const possibly = <T extends z.ZodMiniType>(schema: T) =>
  z.nullish(z.union([z.literal(''), schema]));
const text = z.string().check(storable, z.maxLength(4096));

/** The protocol's field for captcha tokens: here a proof of work. */
const security = {
  gotrue_meta_security: z.nullish(z.object({ captcha_token: z.nullish(text) })),
};

const pkce = {
  code_challenge: z.nullish(text),
  code_challenge_method: z.nullish(text),
};

export const SignUpBody = z.object({
  ...pkce,
  ...security,
  email: possibly(address),
  phone: z.nullish(text),
  password: z.nullish(z.string()),
  data: z.nullish(Metadata),
});
export type SignUpBody = z.infer<typeof SignUpBody>;

export const PasswordGrantBody = z.object({
  ...security,
  email: possibly(address),
  phone: z.nullish(text),
  password: z.nullish(z.string()),
});
export type PasswordGrantBody = z.infer<typeof PasswordGrantBody>;

export const PkceGrantBody = z.object({
  auth_code: z.nullish(text),
  code_verifier: z.nullish(text),
});
export type PkceGrantBody = z.infer<typeof PkceGrantBody>;

/** Body of /recover and /otp. */
export const MailRequestBody = z.object({
  ...pkce,
  ...security,
  email: possibly(address),
  phone: z.nullish(text),
});
export type MailRequestBody = z.infer<typeof MailRequestBody>;

export const ResendBody = z.object({ ...MailRequestBody.shape, type: z.nullish(text) });
export type ResendBody = z.infer<typeof ResendBody>;

export const VerifyBody = z.object({
  type: z.nullish(text),
  token: z.nullish(text),
  token_hash: z.nullish(text),
  email: possibly(address),
  phone: z.nullish(text),
});
export type VerifyBody = z.infer<typeof VerifyBody>;

export const RefreshGrantBody = z.object({ refresh_token: z.nullish(text) });

export const UserChangeBody = z.object({
  email: possibly(address),
  phone: z.nullish(text),
  password: z.nullish(z.string()),
  current_password: z.nullish(z.string()),
  nonce: z.nullish(text),
  data: z.nullish(Metadata),
  app_metadata: z.nullish(z.unknown()),
});
export type UserChangeBody = z.infer<typeof UserChangeBody>;

export const NonceBody = z.object({ nonce: text });

export const EnrollBody = z.object({
  factor_type: z.nullish(text),
  friendly_name: z.nullish(z.string().check(storable, z.maxLength(100))),
  issuer: z.nullish(z.string().check(storable, z.maxLength(100))),
});
export type EnrollBody = z.infer<typeof EnrollBody>;

export const FactorBody = z.object({
  challenge_id: z.nullish(z.uuid()),
  code: z.nullish(text),
  webauthn: z.nullish(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('create'), credential_response: Registration }),
      z.object({ type: z.literal('request'), credential_response: Assertion }),
    ]),
  ),
});
export type FactorBody = z.infer<typeof FactorBody>;

/** An optional body. */
export const RecoveryCodesBody = z.object({ friendly_name: EnrollBody.shape.friendly_name });

export const RecoveryCodeBody = z.object({ code: z.nullish(text) });

export const UndoBody = z.object({
  token_hash: z.nullish(text),
  password: z.nullish(z.string()),
  new_password: z.nullish(z.string()),
});
export type UndoBody = z.infer<typeof UndoBody>;

/**
 * Reads a request's body. Its content type must be JSON: other sites' pages cannot send that without a CORS preflight,
 * so they cannot have their visitors' browsers guess passwords, sign up or request mail.
 *
 * @throws AuthError bad_json or validation_failed.
 */
export async function readBody<T extends z.ZodMiniType>(
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
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AuthError('bad_json');
  }
  const parsed = z.safeParse(schema, body);
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
