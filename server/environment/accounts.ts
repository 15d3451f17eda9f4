import * as z from 'zod';
import { isThisMachine } from '#server/http/client-address.ts';
import { numberFrom, onOff, partsOf } from './schemas.ts';

/** A hosted service of the same protocol that manages the accounts instead of ours. */
export type HostedAccounts = {
  /** Its base URL for browsers: what precedes `/token`, `/user` and the others. */
  url: string;
  /** Where it publishes its public keys. */
  jwksUrl: string;
  /** The issuer in its tokens. */
  issuer: string;
  /** The `apikey` that it requires; not a secret. Null when it requires none. */
  apiKey: string | null;
};

const secret = z
  .string()
  .min(32, 'must be at least 32 characters; make one with: openssl rand -base64 48');

const address = z
  .string()
  .refine(isSafeAddress, 'must be an https:// address; http:// only on this machine')
  .transform((url) => url.replace(/\/+$/, ''))
  .optional();

/** Environment variables for accounts. */
export const authEnvironment = {
  AUTH_SECRET: secret.optional().meta({
    description:
      'At least 32 characters, for example from `openssl rand -base64 48`. Signing keys, second factors and links are encrypted or signed with keys derived from it. Required outside demo mode. Keep it apart from the backups.',
    unset: 'generated and stored in `DATA_DIR` in demo mode',
  }),
  AUTH_PREVIOUS_SECRETS: listOf(secret).meta({
    description:
      'Former values of `AUTH_SECRET`, separated by commas. Second factors and queued emails encrypted with them, and links to orders in sent emails, can still be read.',
  }),
  AUTH_ALLOWED_ORIGINS: listOf(
    z.string().refine(isOrigin, 'must be origins separated by commas, e.g. https://tea.example.in'),
  ).meta({
    description:
      'Further origins, separated by commas, whose pages may call the accounts API and be redirected back to.',
    example: 'https://tea.example.in',
  }),
  AUTH_CONFIRM_EMAIL: onOff.optional().meta({
    description:
      'Whether an account can be used only after its email address was confirmed by an emailed link. Outside demo mode it cannot be off with `SMTP_URL`: anybody could take anybody’s address.',
    unset: '`on` with `SMTP_URL`, else `off`',
    example: 'on',
  }),
  AUTH_LIMITS_FACTOR: numberFrom('must be a number', 0.1, 1000, 3).default(1).meta({
    description:
      'Multiplies the rate limits of sign-up, sign-in, emails and forms, from 0.1 to 1000.',
  }),
  AUTH_URL: address.meta({
    description:
      'A hosted service of the Supabase auth protocol that keeps the accounts instead of the shop.',
    unset: 'the accounts of the shop itself',
    example: 'https://xyz.supabase.co/auth/v1',
  }),
  AUTH_JWKS_URL: address.meta({
    description: 'Where that service publishes its keys.',
    unset: '`AUTH_URL` and `/.well-known/jwks.json`',
    example: 'https://xyz.supabase.co/auth/v1/.well-known/jwks.json',
  }),
  AUTH_ISSUER: z.url('must be an address').optional().meta({
    description: 'The issuer in the tokens of that service.',
    unset: '`AUTH_URL`',
    example: 'https://xyz.supabase.co/auth/v1',
  }),
  AUTH_API_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a key as the service gives it')
    .optional()
    .meta({
      description: 'The public `apikey` that service requires from browsers. Not a secret.',
      unset: 'none',
    }),
};

type AuthEnvironment = z.output<z.ZodObject<typeof authEnvironment>>;

/** Null when the accounts are ours. */
export function hostedAccounts(env: AuthEnvironment): HostedAccounts | null {
  if (env.AUTH_URL === undefined) return null;
  return {
    url: env.AUTH_URL,
    jwksUrl: env.AUTH_JWKS_URL ?? `${env.AUTH_URL}/.well-known/jwks.json`,
    issuer: env.AUTH_ISSUER ?? env.AUTH_URL,
    apiKey: env.AUTH_API_KEY ?? null,
  };
}

/** Faults of settings that are valid alone but contradict each other. */
export function authContradictions(
  env: AuthEnvironment,
  { demo, sendsEmail }: { demo: boolean; sendsEmail: boolean },
): string[] {
  const faults: string[] = [];
  if (!demo && env.AUTH_SECRET === undefined) {
    faults.push(
      'AUTH_SECRET: is needed outside demo mode to protect the signing keys; make one with: openssl rand -base64 48',
    );
  }
  if (!demo && !sendsEmail && env.AUTH_CONFIRM_EMAIL === 'on') {
    faults.push('AUTH_CONFIRM_EMAIL: needs SMTP_URL to be on, or nobody could confirm');
  }
  if (!demo && sendsEmail && env.AUTH_CONFIRM_EMAIL === 'off' && env.AUTH_URL === undefined) {
    faults.push(
      'AUTH_CONFIRM_EMAIL: leave it out with SMTP_URL; off, anybody could take anybody’s address for an account, for good',
    );
  }
  if (env.AUTH_URL !== undefined) {
    if (env.AUTH_CONFIRM_EMAIL !== undefined) {
      faults.push('AUTH_CONFIRM_EMAIL: is for the service at AUTH_URL to decide');
    }
    if (env.AUTH_ALLOWED_ORIGINS.length > 0) {
      faults.push('AUTH_ALLOWED_ORIGINS: is for the service at AUTH_URL to decide');
    }
  }
  return faults;
}

function listOf(one: z.ZodType<string, string>) {
  return z
    .string()
    .default('')
    .transform((text) => partsOf(text, ','))
    .pipe(z.array(one));
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text;
}

/** Tokens and passwords are sent there, so it must be encrypted or on this machine. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname));
  return isSafe && username + search + hash === '';
}
