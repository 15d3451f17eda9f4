import * as z from 'zod';
import { authEnvironment } from './accounts.ts';
import { emailEnvironment } from './email.ts';
import { orderLimitsEnvironment } from './order-limits.ts';
import { gatewayEnvironment } from './payments.ts';
import { ESCAPES, hasWholeLogin, numberFrom, onOff, partsOf } from './schemas.ts';
import { detailsEnvironment } from './shop-details.ts';

const POSTGRES_URL = `must look like postgres://user:password@host:5432/database, ${ESCAPES}`;
const postgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: POSTGRES_URL, abort: true })
  .refine(hasWholeLogin, POSTGRES_URL);

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

const hostEnvironment = {
  PORT: numberFrom('must be a port number', 0, 65_535)
    .default(3000)
    .meta({ description: 'The port to listen on.' }),
  HOST: z
    .string()
    .regex(
      /^(?:[a-z\d][a-z\d.-]{0,252}|(?=.*:.*:)[a-f\d:.]{2,45}(?:%\w+)?)$/i,
      'must be a host name or an address without a port, e.g. 0.0.0.0',
    )
    .optional()
    .meta({
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
      description:
        'The address shoppers see, without a path. Requests for other hosts are redirected to it. Required outside demo mode.',
      unset: '`http://localhost:PORT`',
      example: 'https://example.in',
    }),
  PREVIEW_HOSTS: z
    .string()
    .transform((text) => partsOf(text.toLowerCase(), /[\s,]+/))
    .refine(
      (hosts) =>
        hosts.every((host) =>
          /^(?=.{1,253}$)(\*\.[a-z\d-]+\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d+)?$/.test(host),
        ),
      'must be host names with commas between them, e.g. preview.example.in, *.preview.example.in',
    )
    .default([])
    .meta({
      description:
        'Further hosts that are served instead of redirected, separated by commas; `*.` at the start matches any name. They are marked `noindex`.',
      example: '*.preview.example.in',
    }),
  HSTS_SUBDOMAINS: onOff.default('on').meta({
    description:
      'Whether `Strict-Transport-Security` includes subdomains. Set it to `off` if a host below that of the shop has no https.',
  }),
  TRUST_PROXY_HOPS: numberFrom('must be a number of proxies', 0, 10).default(0).meta({
    description:
      'How many of your own proxies append to `X-Forwarded-For`. Without it all visitors behind a proxy share one rate limit.',
  }),
  DRAIN_SECONDS: numberFrom('must be a number of seconds', 0, 60).optional().meta({
    description:
      'How long the shop goes on accepting after SIGTERM, while `/readyz` already answers 503: until a load balancer has noticed. A process manager must wait 20 s longer before it kills.',
    unset: '`0` in demo mode, else `5`',
    example: '5',
  }),
};

const databaseEnvironment = {
  DATA_DIR: z
    .string()
    .regex(/^[^~]/, 'must be a folder written out: only a shell replaces ~')
    .default('.data')
    .meta({
      description:
        'The folder of the embedded PostgreSQL and of the generated secret. Not used with `DATABASE_URL`.',
    }),
  DATABASE_URL: postgresUrl.optional().meta({
    description: 'A PostgreSQL 15 or newer. The login must own the database and may create roles.',
    unset: 'the embedded PostgreSQL',
    example: 'postgres://shop:password@db.example.in:5432/shop',
  }),
  DATABASE_DIRECT_URL: postgresUrl.optional().meta({
    description:
      'Only behind a transaction pooler: the address past the pooler, as the owner. For migrations and the schema of the job queue.',
    unset: '`DATABASE_URL`',
    example: 'postgres://owner:password@db.example.in:5432/shop',
  }),
  DATABASE_AUTH_URL: postgresUrl.optional().meta({
    description: 'Only behind a transaction pooler, and required there: the login of the accounts.',
    unset: '`DATABASE_URL`',
    example: 'postgres://auth_login:password@pooler.example.in:6432/shop',
  }),
  DATABASE_POOL: numberFrom('must be a number of connections', 1, 100).default(10).meta({
    description:
      'Connections for the shop, and as many again for the accounts. Webhooks use 2 more, jobs 3, staff 3 and 1 while an admin is open.',
  }),
};

const logEnvironment = {
  ANALYTICS_ID: z
    .string()
    .regex(/^(G|GT|AW)-[A-Z0-9]{4,20}$/, 'must be the id of a Google tag, such as G-ABC1234567')
    .optional()
    .meta({
      description:
        'The id of a Google tag. It loads only for visitors who accepted; Consent Mode v2 starts with everything denied.',
      unset: 'no analytics',
      example: 'G-ABC1234567',
    }),
  LOG_LEVEL: z
    .enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)
    .optional()
    .meta({
      description:
        'One of `trace`, `debug`, `info`, `warn`, `error`, `silent`. The log goes to standard output, one JSON object a line.',
      unset: '`warn` in demo mode, else `info`',
      example: 'info',
    }),
};

/** Every setting, with its description for docs/settings.md and .env.example, by the heading it has there. */
export const SETTING_GROUPS = {
  'Host and port': hostEnvironment,
  Database: databaseEnvironment,
  Accounts: authEnvironment,
  Email: emailEnvironment,
  Payments: { ...gatewayEnvironment, ...orderLimitsEnvironment },
  'Shop details': detailsEnvironment,
  'Logging and analytics': logEnvironment,
};

export const Environment = z.object({
  ...hostEnvironment,
  ...databaseEnvironment,
  ...authEnvironment,
  ...emailEnvironment,
  ...gatewayEnvironment,
  ...orderLimitsEnvironment,
  ...detailsEnvironment,
  ...logEnvironment,
});

/** Paths are appended to the URL, so it must end with its host. */
function isSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, pathname, search, hash } = new URL(text);
  const isHost = /^(?:[\w-]+(?:\.[\w-]+)*|\[[a-f\d:.]+\])$/.test(hostname);
  return (
    /^https?:$/.test(protocol) && isHost && pathname === '/' && username + search + hash === ''
  );
}
