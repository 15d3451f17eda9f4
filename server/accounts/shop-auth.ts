import {
  type Auth,
  type AuthDependencies,
  AuthError,
  type AuthOptions,
  createAuth,
  type HttpOptions,
} from '@aparajita/auth-server';
import { AppError } from '#contract/errors.ts';
import { compactCode, emailText, oneLine } from '#domain/text.ts';
import { KEY_LABEL } from '#server/crypto/derived-keys.ts';
import { summarizeErrors } from '#server/error-summary.ts';
import { clientAddress, networkOf, siteOf } from '#server/http/client-address.ts';
import { clientDisconnected } from '#server/http/errors.ts';
import { limitBody } from '#server/http/request-limits.ts';
import type { ReadProfile } from '#server/profile/routes.ts';
import { createPasswordProblem } from './password-problem.ts';

type ShopAuthOptions = Omit<
  AuthDependencies,
  'settings' | 'requests' | 'passwordProblem' | 'typedText'
> & {
  settings: Omit<AuthOptions, 'serviceName' | 'keyLabel'>;
  /** How many of our reverse proxies append to X-Forwarded-For; 0 ignores the header. */
  trustProxyHops: number;
  /** Without it, new passwords are not compared with the shopper's profile. */
  readProfile?: ReadProfile;
};

/** The auth server configured for this shop: its name, its proxies, its AppErrors. */
export function shopAuth({
  settings,
  trustProxyHops,
  readProfile,
  log,
  ...dependencies
}: ShopAuthOptions): Auth {
  const auth = createAuth({
    ...dependencies,
    log: withSummary(log),
    settings: { ...settings, ...SHOP_AUTH_OPTIONS },
    requests: httpOptions(trustProxyHops),
    typedText: { email: emailText, line: oneLine, code: compactCode },
    passwordProblem: createPasswordProblem(readProfile),
  });
  const { authenticate, sessions } = auth;
  return {
    ...auth,
    authenticate: (authorization) => authenticate(authorization).catch(throwAppError),
    sessions: {
      list: (authorization) => sessions.list(authorization).catch(throwAppError),
      end: (authorization, id) => sessions.end(authorization, id).catch(throwAppError),
    },
  };
}

/** Summarizes warnings about errors, of which a busy database causes hundreds. */
function withSummary(log: ShopAuthOptions['log']): ShopAuthOptions['log'] {
  const report = summarizeErrors<'warn'>(log);
  return {
    debug: (fields, message) => log.debug(fields, message),
    warn: (fields, message) =>
      'err' in fields
        ? report('warn', { ...fields, err: fields.err }, message)
        : log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  };
}

const SHOP_AUTH_OPTIONS = { serviceName: 'Aparajita', keyLabel: KEY_LABEL };

/** How the auth server reads a request; rate limits use the address that our own proxies wrote. */
export function httpOptions(trustProxyHops: number): HttpOptions {
  return {
    clientAddressOf(c) {
      const address = clientAddress(c, trustProxyHops);
      return { address, network: networkOf(address), site: siteOf(address) };
    },
    limitBody,
    clientDisconnected,
  };
}

/** The accounts refuse a session, or their database is away. */
function throwAppError(error: unknown): never {
  if (!(error instanceof AuthError)) throw error;
  throw new AppError(error.status === 503 ? 'unavailable' : 'not_signed_in', {}, error);
}
