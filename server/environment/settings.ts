import { accessSync, constants, mkdirSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { OperatorError } from '#server/operator-errors.ts';
import { authContradictions } from './accounts.ts';
import { explainNoDemoMode, isPublicSetting, publicSettings } from './demo-mode.ts';
import { smtpSettings } from './email.ts';
import { Environment } from './environment.ts';
import { gatewayContradictions, gatewaySettings } from './payments.ts';
import { shopDetails } from './shop-details.ts';

/**
 * Blanks and quotes around a value, or a placeholder for it, which some readers of env files leave there. Quotes count as a
 * pair: a sender's name may be quoted.
 */
const AROUND = /^\s|\s$|^(["'`]).*\1$|^\$\{\w+\}$/s;

/**
 * Works as it is, because the shop alone reads it. Without its blanks it would be another secret, and what was encrypted
 * with it could not be read any more.
 */
const KEPT_AS_IT_IS = 'AUTH_SECRET';

/** Everything that the environment can configure, validated. docs/settings.md explains each setting. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads and checks the environment; throws OperatorError with all faults at once. `folderFault` says why the data folder
 * cannot be used; without it the folder is not looked at.
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  folderFault: (folder: string) => string | null = () => null,
) {
  const given = Object.fromEntries(
    Object.keys(Environment.shape).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    ),
  );
  const { env, faultOf } = parse(given);
  const faulty = [...faultOf.keys()];
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  const demo = publicSettings(env).length === 0 && !faulty.some(isPublicSetting);
  const isDecided = (fault: string) => !faulty.some((name) => fault.includes(name));
  const folder = env.DATABASE_URL ? null : folderFault(path.resolve(env.DATA_DIR));
  const faults = [
    ...[...faultOf].map(([name, fault]) => `${name}: ${fault}`),
    ...contradictions(env, demo).filter(isDecided),
    ...(folder === null || faulty.includes('DATABASE_URL') ? [] : [folder]),
  ];
  if (faults.length > 0) {
    throw new OperatorError(
      `These settings need a change:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`,
    );
  }
  const shopEmail = env.SHOP_EMAIL ?? `shop@${new URL(publicUrl).hostname}`;
  return {
    port: env.PORT,
    host: env.HOST ?? (demo ? 'localhost' : '0.0.0.0'),
    publicUrl,
    /** Hosts that are not redirected to that of publicUrl; '*.' at the start matches any prefix. */
    previewHosts: env.PREVIEW_HOSTS,
    dataDir: path.resolve(env.DATA_DIR),
    /** Null: the embedded PostgreSQL in dataDir. */
    database: env.DATABASE_URL
      ? {
          url: env.DATABASE_URL,
          directUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
          authUrl: env.DATABASE_AUTH_URL ?? env.DATABASE_URL,
          pooled: env.DATABASE_DIRECT_URL !== undefined,
        }
      : null,
    databasePool: env.DATABASE_POOL,
    /** Null only in demo mode, which generates its own. */
    authSecret: env.AUTH_SECRET ?? null,
    /** They still decrypt what was encrypted with them. */
    authPreviousSecrets: env.AUTH_PREVIOUS_SECRETS,
    /** Whether a new account must confirm its email address before it can be used. */
    confirmEmail: (env.AUTH_CONFIRM_EMAIL ?? (env.SMTP_URL ? 'on' : 'off')) === 'on',
    authLimitsFactor: env.AUTH_LIMITS_FACTOR,
    trustProxyHops: env.TRUST_PROXY_HOPS,
    drainSeconds: env.DRAIN_SECONDS ?? (demo ? 0 : 5),
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    /** Null: cash only, or in demo mode the sandbox. */
    gateway: gatewaySettings(env),
    cashLimits: { maxTotal: env.COD_MAX ?? null, openOrders: env.COD_MAX_OPEN_ORDERS ?? null },
    unpaidLimit: env.MAX_UNPAID_UNITS,
    shopEmail,
    shopDetails: shopDetails(env, { shopEmail, demo }),
    /** Null: demo mode stores emails in the database; otherwise they are dead letters. */
    smtp: smtpSettings(env, shopEmail),
    analyticsId: env.ANALYTICS_ID ?? null,
    logLevel: env.LOG_LEVEL ?? (demo ? 'warn' : 'info'),
    /** For trying the shop on this machine, see demo-mode.ts. Never true in production. */
    demo,
  };
}

type Parsed = {
  /** Of the settings that are valid alone. */
  env: z.output<typeof Environment>;
  /** What is wrong with each other one, by its name: the operator hears of all at once. */
  faultOf: ReadonlyMap<string, string>;
};

function parse(given: Record<string, string>): Parsed {
  const faultOf = new Map<string, string>();
  for (const [name, value] of Object.entries(given)) {
    if (name !== KEPT_AS_IT_IS && AROUND.test(value))
      faultOf.set(name, 'has blanks, quotes or a placeholder around it: remove them');
  }
  const parsed = Environment.safeParse(given);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    if (!faultOf.has(name)) faultOf.set(name, message);
  }
  if (parsed.data) return { env: parsed.data, faultOf };
  const valid = Object.entries(given).filter(([name]) => !faultOf.has(name));
  return { env: Environment.parse(Object.fromEntries(valid)), faultOf };
}

/** Settings and the one that each is about. */
const MEANINGLESS_WITHOUT = [
  ['DATABASE_DIRECT_URL', 'DATABASE_URL'],
  ['DATABASE_AUTH_URL', 'DATABASE_URL'],
  ['MAIL_FROM', 'SMTP_URL'],
] as const;

/** Faults of settings that are valid alone but contradict each other. */
function contradictions(env: z.output<typeof Environment>, demo: boolean): string[] {
  const faults = [
    ...gatewayContradictions(env, demo),
    ...authContradictions(env, { demo, sendsEmail: env.SMTP_URL !== undefined }),
  ];
  if (!demo && env.PUBLIC_URL === undefined) {
    faults.push('PUBLIC_URL: is needed outside demo mode; set it to the address shoppers see');
    faults.push(explainNoDemoMode(publicSettings(env)));
  }
  for (const [name, other] of MEANINGLESS_WITHOUT) {
    if (env[name] !== undefined && env[other] === undefined)
      faults.push(`${name}: has no meaning without ${other}`);
  }
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_AUTH_URL === undefined) {
    faults.push(
      'DATABASE_AUTH_URL: is needed with DATABASE_DIRECT_URL (behind a pooler each role needs its own login)',
    );
  }
  return faults;
}

/** Creates the folder where it is missing. Returns why it cannot be used; null when it can. */
export function dataFolderFault(folder: string): string | null {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    return `DATA_DIR: must be a folder that this user may write in, and ${folder} is not or cannot be made one${reason}`;
  }
}
