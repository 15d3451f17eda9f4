import type { webcrypto } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type pg from 'pg';
import type { WeakPassword } from './auth-error.ts';
import type { DerivedKeys } from './derived-keys.ts';
import type { Device } from './device-cookie.ts';
import type { EmailContent } from './email/email.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { ProofsOfWork } from './proof-of-work.ts';
import type { Limiter } from './rate-limits.ts';
import type { AuthSettings } from './settings.ts';
import type { TypedText } from './typed-text.ts';

/** What all handlers work with. */
export type Service = {
  settings: AuthSettings;
  clock: () => Date;
  log: Log;
  store: Store;
  derivedKeys: DerivedKeys;
  accessTokenKey: webcrypto.CryptoKey;
  passwords: Passwords;
  passwordProblem: PasswordProblem;
  typedText: TypedText;
  /** Whether email can be sent at all. */
  canSendEmail: boolean;
  /**
   * Queues an email in a transaction; does nothing if email cannot be sent. Where there is no account (`exists` is
   * false), the email is queued and written the same but sent to nobody.
   */
  queueEmail(
    tx: Statements,
    to: { id: string; email: string; exists?: boolean },
    content: EmailContent,
  ): Promise<void>;
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

type ClientAddress = {
  /** An IPv4 or IPv6 address that PostgreSQL's `inet` accepts; null when unknown. */
  address: string | null;
  /** What rate limits count by: never empty, also without an address. An IPv6 customer has a whole /64. */
  network: string;
  /** A larger block that may belong to one customer, such as the /48 of an IPv6 address; null where there is none. */
  site: string | null;
};

/** What the application knows about HTTP: its proxies, its server, its limits. */
export type HttpOptions = {
  clientAddressOf(c: Context): ClientAddress;
  /** Refuses larger bodies, in bytes; Hono's own `bodyLimit` by default. */
  limitBody?(options: { maxSize: number; onError(c: Context): Response }): MiddlewareHandler;
  /** Whether the client has closed the connection in the middle of its request; never by default. */
  clientDisconnected?(c: Context): boolean;
};

/** Whose password it is; without an id before there is an account. */
export type PasswordOwner = Pick<UserRow, 'email' | 'user_metadata'> & { id?: string };

/** The application's rule for passwords: why one is refused, or undefined. */
export type PasswordProblem = (
  password: string,
  owner: PasswordOwner,
) => Promise<WeakPassword | undefined>;

/**
 * The part of a logger that this package uses, compatible with pino and console: fields first, then a fixed message.
 */
export type Log = Record<'debug' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Runs a statement and returns its rows; `executeSql` is the same for libraries with their own SQL. */
export type Statements = {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

export type Store = Statements & {
  /** Runs `work` in one transaction; an error rolls it back. */
  transact<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
};

/** Rows as `to_json` returns them: timestamps are ISO 8601 text, whatever the pool's type parsers do. */
export type AccountRow = { user: UserRow; session: SessionRow };

export type UserRow = {
  id: string;
  identity_id: string;
  email: string;
  password_hash: string | null;
  email_confirmed_at: string | null;
  email_change: string | null;
  user_metadata: Record<string, unknown>;
  banned_until: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
  factors: Factor[];
};

/** The fields of a factor in the protocol's user. */
export type Factor = {
  id: string;
  friendly_name: string;
  factor_type: 'totp' | 'webauthn' | 'recovery_code';
  status: 'unverified' | 'verified';
  created_at: string;
  updated_at: string;
};

export type SessionRow = {
  id: string;
  user_id: string;
  aal: 'aal1' | 'aal2';
  amr: AmrEntry[];
  refresh_counter: number;
  /** Refresh tokens with a lower counter are invalid (`classifyRefreshToken`). */
  refresh_floor: number;
  /** Access tokens with a lower counter are refused. */
  access_floor: number;
  /** Ids of the factors this session has verified. */
  trusted_by: string[];
  refreshed_at: string;
  expires_at: string;
  created_at: string;
};

/** An entry of `amr` (authentication methods references, RFC 8176): how and when a session was authenticated. */
export type AmrEntry = {
  method: 'password' | 'otp' | 'recovery' | SecondFactorMethod;
  /** Seconds since 1970. */
  timestamp: number;
};

/** The methods that raise a session to aal2. */
export type SecondFactorMethod = 'totp' | 'mfa/webauthn' | 'mfa/recovery_code';
