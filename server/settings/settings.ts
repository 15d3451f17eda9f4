import path from 'node:path';
import type { GatewaySettings } from '@aparajita/razorpay';
import * as z from 'zod';
import type { ShopDetails } from '#contract/shop-details.ts';
import { detailsEnvironment, shopDetails } from '#server/shop-details.ts';
import {
  authContradictions,
  authEnvironment,
  type HostedAccounts,
  hostedAccounts,
} from './accounts.ts';
import { openToOthers, whyNoDemo } from './demo-mode.ts';
import { mailEnvironment, type SmtpSettings, smtpSettings } from './email.ts';
import { type CashLimits, orderLimitsEnvironment, type UnpaidLimit } from './order-limits.ts';
import { gatewayContradictions, gatewayEnvironment, gatewaySettings } from './payments.ts';

/** Everything that the environment can configure, validated. docs/settings.md explains each setting. */
export type Settings = {
  port: number;
  host: string;
  publicUrl: string;
  /** Hosts that are not redirected to that of publicUrl; '*.' at the start matches any prefix. */
  previewHosts: string[];
  dataDir: string;
  /** Null: the embedded PostgreSQL in dataDir. */
  database: { url: string; directUrl: string; authUrl: string; pooled: boolean } | null;
  databasePool: number;
  /** Null only in demo mode, which generates its own. */
  authSecret: string | null;
  /** Former secrets; they still decrypt what was encrypted with them. */
  authPreviousSecrets: string[];
  /** Origins besides the shop's own whose pages may call the auth server and be redirect targets. */
  authAllowedOrigins: string[];
  /** Whether a new account must confirm its email address before it can be used. */
  confirmEmail: boolean;
  /** Null: the accounts are ours. */
  hostedAccounts: HostedAccounts | null;
  /** Multiplies the rate limits of sign-up, sign-in and the like. */
  authLimitsFactor: number;
  trustProxyHops: number;
  /** Whether Strict-Transport-Security includes subdomains. */
  hstsSubdomains: boolean;
  /** Null: cash only, or in demo mode the sandbox. */
  gateway: GatewaySettings | null;
  cashLimits: CashLimits;
  /** The maximum of one product that a shopper may have ordered without having paid. */
  unpaidLimit: UnpaidLimit;
  /** The mailbox of the shop itself. */
  shopEmail: string;
  /** The owner's details, as the pages show them. */
  shopDetails: ShopDetails;
  /** Null: mail is stored in the database instead of sent. */
  smtp: SmtpSettings | null;
  /** The owner's Google tag; null: no analytics. */
  analyticsId: string | null;
  logLevel: string;
  /** For trying the shop on this machine, see demo-mode.ts. Never true in production. */
  demo: boolean;
};

/** Thrown at start; its message lists every fault and how to fix it. */
export class WrongSettings extends Error {
  constructor(faults: string[]) {
    super(`These settings need a change:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'WrongSettings';
  }
}

const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'must look like postgres://user:password@host:5432/database',
});

/** Every setting, with its description for docs/settings.md and .env.example. */
export const Environment = z.object({
  PORT: whole('must be a port number', 0, 65_535)
    .default(3000)
    .meta({ group: 'Host and port', description: 'The port to listen on.' }),
  HOST: z.string().min(1).optional().meta({
    group: 'Host and port',
    description: 'The address to listen on. Anything but this machine ends demo mode.',
    unset: '`localhost` in demo mode, else `0.0.0.0`',
    example: '0.0.0.0',
  }),
  PUBLIC_URL: z
    .string()
    .refine(
      isSite,
      'must be the address shoppers see and nothing after it, e.g. https://example.in',
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      group: 'Host and port',
      description:
        'The address shoppers see, without a path. Requests for other hosts are redirected to it. Required outside demo mode.',
      unset: '`http://localhost:PORT`',
      example: 'https://example.in',
    }),
  PREVIEW_HOSTS: z
    .string()
    .transform((text) =>
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine(
      (hosts) =>
        hosts.every((host) => /^(\*\.[a-z\d-]+\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/.test(host)),
      'must be host names with commas between them, e.g. preview.example.in, *.preview.example.in',
    )
    .default([])
    .meta({
      group: 'Host and port',
      description:
        'Further hosts that are served instead of redirected, separated by commas; `*.` at the start matches any name. They are marked `noindex`.',
      example: '*.preview.example.in',
    }),
  DATA_DIR: z.string().min(1).default('.data').meta({
    group: 'Database',
    description:
      'The folder of the embedded PostgreSQL and of the generated secret. Not used with `DATABASE_URL`.',
  }),
  DATABASE_URL: postgresUrl.optional().meta({
    group: 'Database',
    description: 'A PostgreSQL 15 or newer. The login must own the database and may create roles.',
    unset: 'the embedded PostgreSQL',
    example: 'postgres://shop:password@db.example.in:5432/shop',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    group: 'Database',
    description:
      'Only behind a transaction pooler: the address past the pooler, as the owner. For migrations and the schema of the job queue.',
    unset: '`DATABASE_URL`',
    example: 'postgres://owner:password@db.example.in:5432/shop',
  }),
  DATABASE_AUTH_URL: postgresUrl.optional().meta({
    group: 'Database',
    description: 'Only behind a transaction pooler, and required there: the login of the accounts.',
    unset: '`DATABASE_URL`',
    example: 'postgres://auth_login:password@pooler.example.in:6432/shop',
  }),
  DATABASE_POOL: whole('must be a number of connections', 1, 100).default(10).meta({
    group: 'Database',
    description:
      'Connections for the shop, and as many again for the accounts. Webhooks use 2 more, staff 3 and jobs 3.',
  }),
  ...authEnvironment,
  HSTS_SUBDOMAINS: z.enum(['on', 'off'], 'must be on or off').default('on').meta({
    group: 'Host and port',
    description:
      'Whether `Strict-Transport-Security` includes subdomains. Set it to `off` if a host below that of the shop has no https.',
  }),
  TRUST_PROXY_HOPS: whole('must be a number of proxies', 0, 10).default(0).meta({
    group: 'Host and port',
    description:
      'How many of your own proxies append to `X-Forwarded-For`. Without it all visitors behind a proxy share one rate limit.',
  }),
  ...mailEnvironment,
  ...gatewayEnvironment,
  ...orderLimitsEnvironment,
  ...detailsEnvironment,
  ANALYTICS_ID: z
    .string()
    .regex(/^(G|GT|AW)-[A-Z0-9]{4,20}$/, 'must be the id of a Google tag, such as G-ABC1234567')
    .optional()
    .meta({
      group: 'Logging and analytics',
      description:
        'The id of a Google tag. It loads only for visitors who accepted; Consent Mode v2 starts with everything denied.',
      unset: 'no analytics',
      example: 'G-ABC1234567',
    }),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).optional().meta({
    group: 'Logging and analytics',
    description:
      'One of `trace`, `debug`, `info`, `warn`, `error`, `silent`. The log goes to standard output, one JSON object a line.',
    unset: '`warn` in demo mode, else `info`',
    example: 'info',
  }),
});

/** Digits only: Number() would read ' ' as 0 and '1e3' as a thousand. */
function whole(what: string, min: number, max: number) {
  const error = `${what} from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .pipe(z.number().min(min, error).max(max, error));
}

/** Paths are appended to the URL, so it must end with its host. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, pathname, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && pathname === '/' && username + search + hash === '';
}

/** Reads and checks the environment; throws WrongSettings with all faults at once. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    throw new WrongSettings(
      parsed.error.issues.map((issue) => `${String(issue.path[0])}: ${issue.message}`),
    );
  }
  const env = parsed.data;
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demo = openToOthers(env).length === 0;
  const faults = contradictions(env, demo);
  if (faults.length > 0) throw new WrongSettings(faults);
  const shopEmail = env.SHOP_EMAIL ?? `shop@${new URL(publicUrl).hostname}`;
  return {
    port: env.PORT,
    host: env.HOST ?? (demo ? 'localhost' : '0.0.0.0'),
    publicUrl,
    previewHosts: env.PREVIEW_HOSTS,
    dataDir: path.resolve(env.DATA_DIR),
    database: env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
          authUrl: env.DATABASE_AUTH_URL ?? env.DATABASE_URL,
          pooled: env.DATABASE_DIRECT_URL !== undefined,
        }
      : null,
    databasePool: env.DATABASE_POOL,
    authSecret: env.AUTH_SECRET ?? null,
    authPreviousSecrets: env.AUTH_PREVIOUS_SECRETS,
    authAllowedOrigins: env.AUTH_ALLOWED_ORIGINS,
    confirmEmail: (env.AUTH_CONFIRM_EMAIL ?? (env.SMTP_URL ? 'on' : 'off')) === 'on',
    hostedAccounts: hostedAccounts(env),
    authLimitsFactor: env.AUTH_LIMITS_FACTOR,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    gateway: gatewaySettings(env),
    cashLimits: { maxTotal: env.COD_MAX ?? null, openOrders: env.COD_MAX_OPEN_ORDERS ?? null },
    unpaidLimit: env.MAX_UNPAID_UNITS,
    shopEmail,
    shopDetails: shopDetails(env, { shopEmail, demo }),
    smtp: smtpSettings(env, shopEmail),
    analyticsId: env.ANALYTICS_ID ?? null,
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    demo,
  };
}

/** Faults of settings that are valid alone but contradict each other. */
function contradictions(env: z.output<typeof Environment>, demo: boolean): string[] {
  const faults = [
    ...gatewayContradictions(env, demo),
    ...authContradictions(env, { demo, mail: env.SMTP_URL !== undefined }),
  ];
  if (env.SMTP_URL === undefined && env.MAIL_FROM !== undefined) {
    faults.push('MAIL_FROM: has no meaning without SMTP_URL');
  }
  if (!demo && env.PUBLIC_URL === undefined) {
    faults.push('PUBLIC_URL: is needed outside demo mode; set it to the address shoppers see');
  }
  if (!demo && (env.PUBLIC_URL === undefined || env.AUTH_SECRET === undefined)) {
    faults.push(whyNoDemo(openToOthers(env)));
  }
  if (env.DATABASE_URL === undefined) {
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_AUTH_URL'] as const) {
      if (env[name] !== undefined) faults.push(`${name}: has no meaning without DATABASE_URL`);
    }
  }
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_AUTH_URL === undefined) {
    faults.push(
      'DATABASE_AUTH_URL: is needed with DATABASE_DIRECT_URL (behind a pooler each role needs its own login)',
    );
  }
  return faults;
}
