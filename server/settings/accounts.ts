import * as z from 'zod';

/** Another service of the same protocol that keeps the accounts in place of ours. */
export type HostedAccounts = {
  /** Where browsers reach it: what stands before `/token`, `/user` and the others. */
  url: string;
  /** Where it publishes its keys. */
  jwksUrl: string;
  /** What it writes as the issuer of its tokens. */
  issuer: string;
  /** What it wants as `apikey`; not a secret. Null when it wants none. */
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

/** What the environment says about accounts. */
export const authEnvironment = {
  AUTH_SECRET: secret.optional(),
  AUTH_PREVIOUS_SECRETS: listOf(secret),
  AUTH_ALLOWED_ORIGINS: listOf(
    z.string().refine(isOrigin, 'must be origins separated by commas, e.g. https://tea.example.in'),
  ),
  AUTH_CONFIRM_EMAIL: z.enum(['on', 'off'], 'must be on or off').optional(),
  AUTH_LIMITS_FACTOR: z.coerce.number('must be a number').min(0.1).max(1000).default(1),
  AUTH_URL: address,
  AUTH_JWKS_URL: address,
  AUTH_ISSUER: z.url('must be an address').optional(),
  AUTH_API_KEY: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a key as the service gives it')
    .optional(),
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

/** What is right by itself but wrong together. */
export function authContradictions(
  env: AuthEnvironment,
  { demo, mail }: { demo: boolean; mail: boolean },
): string[] {
  const faults: string[] = [];
  if (!demo && env.AUTH_SECRET === undefined) {
    faults.push(
      'AUTH_SECRET: is needed outside demo mode to protect the signing keys; make one with: openssl rand -base64 48',
    );
  }
  if (!demo && !mail && env.AUTH_CONFIRM_EMAIL === 'on') {
    faults.push('AUTH_CONFIRM_EMAIL: needs SMTP_URL to be on, or nobody could confirm');
  }
  if (env.AUTH_URL === undefined) {
    for (const name of ['AUTH_JWKS_URL', 'AUTH_ISSUER', 'AUTH_API_KEY'] as const) {
      if (env[name] !== undefined) faults.push(`${name}: has no meaning without AUTH_URL`);
    }
  } else {
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

/** Tokens and passwords travel there. */
function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isHere);
  return isSafe && username + search + hash === '';
}
