import type { Context } from 'hono';
import type { DerivedKeys } from './derived-keys.ts';
import type { Device } from './device-cookie.ts';
import type { QueueEmail } from './email/email.ts';
import type { ClientAddress, HttpOptions } from './http-options.ts';
import type { Log } from './log.ts';
import type { PasswordProblem } from './passwords/password-problem.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { ProofsOfWork } from './proof-of-work.ts';
import type { Limiter } from './rate-limits.ts';
import type { VerifyAccessToken } from './sessions/access-token.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { AuthSettings } from './settings.ts';
import type { Store } from './store.ts';
import type { TypedText } from './typed-text.ts';

/** The dependencies of all handlers. */
export type Service = {
  settings: AuthSettings;
  clock: () => Date;
  log: Log;
  store: Store;
  derivedKeys: DerivedKeys;
  keys: SigningKeys;
  verify: VerifyAccessToken;
  passwords: Passwords;
  /** Why a password is refused; see `AuthDependencies`. */
  passwordProblem: PasswordProblem;
  typedText: TypedText;
  /** Whether email can be sent at all. */
  canSendEmail: boolean;
  /** Queues an email in a transaction; does nothing if email cannot be sent. */
  queueEmail: QueueEmail;
  /** Runs work after the response, within a second; failures are logged. */
  background(work: () => Promise<void>): void;
  /** Challenges for rate limits that strangers share. */
  proofs: ProofsOfWork;
  requests: Required<HttpOptions>;
  /** The service for one request. */
  forRequest(c: Context): RequestService;
  /** The rate limit of this name. */
  limit(name: keyof AuthSettings['limits']): Limiter;
};

/** The service, and who sent the request that it works for. */
export type RequestService = Service & { client: ClientInfo };

/** The origin of a request: for rate limits, the audit log, and a user's list of sessions. */
export type ClientInfo = ClientAddress & {
  /** 'Chrome on Android'; null when the browser did not say. */
  deviceName: string | null;
  /** Whether the account with this id has signed in in this browser before. */
  deviceOf(userId: string): Device | null;
};
