import * as z from 'zod';

const secret = z
  .string()
  .min(32, 'must be at least 32 characters; make one with: openssl rand -base64 48');

/** What the environment says about accounts. */
export const authEnvironment = {
  AUTH_SECRET: secret.optional(),
  AUTH_PREVIOUS_SECRETS: listOf(secret),
  AUTH_ALLOWED_ORIGINS: listOf(
    z.string().refine(isOrigin, 'must be origins separated by commas, e.g. https://tea.example.in'),
  ),
  AUTH_CONFIRM_EMAIL: z.enum(['on', 'off'], 'must be on or off').optional(),
  AUTH_LIMITS_FACTOR: z.coerce.number('must be a number').min(0.1).max(1000).default(1),
};

function listOf(one: z.ZodType<string, string>) {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(z.array(one));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}
