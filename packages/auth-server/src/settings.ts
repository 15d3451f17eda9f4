import type { Limit } from '@aparajita/postgres/rate-limit';

export type AuthSettings = {
  /** The issuer in every token: `PUBLIC_URL` and '/auth/v1'. */
  issuer: string;
  /** At least 32 random bytes, the same in every process; data encrypted with it is lost without it. */
  secret: string;
  /** The issuer's origin: the application's own URL, without a path. Emailed links lead there. */
  siteUrl: string;
  /** The issuer name that authenticator apps show. */
  serviceName: string;
  /**
   * Prefix of the HKDF label of every derived key. With another one nothing encrypted or signed before can be read, as
   * with another secret: it never changes.
   */
  keyLabel: string;
  /** Whether an address must be confirmed by email before its account can be used. */
  confirmEmail: boolean;
  /** Earlier secrets: they only decrypt data encrypted with them (second factors). */
  previousSecrets: string[];
  /** The memory of a password hash (argon2id, one lane). After it is raised, the next sign-in rehashes the password. */
  hashMemoryKiB: number;
  /** The passes (iterations) of a password hash; raised like `hashMemoryKiB`. */
  hashPasses: number;
  /** How many hashes are computed at once. */
  maxConcurrentHashes: number;
  /** How many hashes may wait for their turn; further requests get 503. */
  maxWaitingHashes: number;
  /** How many of the waiting hashes one signed-in user may have. */
  maxWaitingHashesOfUser: number;
  /** The same for one network: its signed-in users together and, counted separately, its anonymous clients. */
  maxWaitingHashesOfNetwork: number;
  /** Multiplies every limit. */
  limitsFactor: number;
  /** Their names stay: they begin the keys of the stored counts, which a renamed limit would begin anew. */
  limits: Record<keyof typeof LIMITS, Limit>;
};

type NeededSettings = 'issuer' | 'secret' | 'serviceName' | 'keyLabel';

/** Required settings, and optional ones. */
export type AuthOptions = Pick<AuthSettings, NeededSettings> &
  Partial<Omit<AuthSettings, 'limits' | 'siteUrl'>> & {
    limits?: Partial<AuthSettings['limits']>;
  };

export function withDefaults(options: AuthOptions): AuthSettings {
  const limits = { ...DEFAULTS.limits, ...options.limits };
  return { ...DEFAULTS, ...options, siteUrl: new URL(options.issuer).origin, limits };
}

const LIMITS = {
  /**
   * Sign-ins to an account in a browser with its device cookie, right or wrong. While this limit lasts, such a browser
   * counts in none of the next four.
   */
  signInDevice: { points: 20, seconds: 3600 },
  /** Sign-ins from one network, right or wrong: each costs a hash and a session. Beyond: proof of work. */
  signInTries: { points: 600, seconds: 300 },
  /** Failed sign-ins to one account from one network. Beyond: proof of work. */
  signInPair: { points: 10, seconds: 300 },
  /**
   * Failed sign-ins to one account from one site, also those with proof of work. Beyond: refused. Half of the account's
   * limit: one customer alone cannot lock it for the others.
   */
  signInPairInAll: { points: 25, seconds: 3600 },
  /** Failed sign-ins to any account from one network. Beyond: proof of work. */
  signInNetwork: { points: 100, seconds: 300 },
  /**
   * Failed sign-ins to one account in browsers without its device cookie and, counted separately, in those with it.
   * Beyond: refused.
   */
  signInAccount: { points: 50, seconds: 3600 },
  /** Sign-ups from one network. */
  signUp: { points: 60, seconds: 300 },
  /** Guesses at a password or code in one session, or by one link that undoes a factor, right or wrong. */
  changePassword: { points: 10, seconds: 300 },
  /** The same in a day. */
  changePasswordDay: { points: 50, seconds: 86_400 },
  /**
   * Changes of one account that an email notifies its owner of: new factors, recovery codes, passwords. The sessions
   * opened with the password are counted together, those opened by an emailed link each separately.
   */
  securityNotices: { points: 40, seconds: 86_400 },
  /** Sets of recovery codes of one account, counted likewise: the use of each code is notified by email, too. */
  recoveryCodeSets: { points: 5, seconds: 86_400 },
  /** Updates of a user in one session and, counted separately, factors whose enrollment it began. */
  userUpdates: { points: 60, seconds: 300 },
  /** Password changes with the current password that also revoke the reset links emailed to the account. */
  resetLinksEnded: { points: 1, seconds: 3600 },
  /** Requests for email from one network. */
  mailRequest: { points: 60, seconds: 300 },
  /** Emails of one purpose to one address, in quick succession. Reauthentication codes: of one session. */
  mailBurst: { points: 1, seconds: 60 },
  /** The same over a longer time. */
  mail: { points: 5, seconds: 600 },
  /** Requests for email of any purpose to one address in a day. */
  mailDay: { points: 15, seconds: 86_400 },
  /** Reauthentication codes to one address, requested by all of its sessions. */
  mailOfSessions: { points: 20, seconds: 600 },
  /**
   * Emails of one purpose that an account's sessions request to its own address in a day. The sessions opened with
   * the password are counted together, those opened by an emailed link each separately.
   */
  mailOfSessionsDay: { points: 20, seconds: 86_400 },
  /** Challenges of second factors in one session. */
  challenge: { points: 60, seconds: 300 },
  /** Failed second factors of one user in a browser in which a factor was verified before. */
  factorDevice: { points: 10, seconds: 900 },
  /** Failed second factors of one user in all such browsers, in sessions by emailed link, and in all others: each. */
  factor: { points: 30, seconds: 3600 },
  /** The same in a day. */
  factorDay: { points: 60, seconds: 86_400 },
  /** Failed second factors of one user, however they came. Beyond: the owner is emailed. */
  wrongCodes: { points: 10, seconds: 86_400 },
  /** These emails. */
  wrongCodesEmail: { points: 1, seconds: 86_400 },
  /** Refreshes of one session. */
  refresh: { points: 60, seconds: 300 },
};

const DEFAULTS: Omit<AuthSettings, NeededSettings | 'siteUrl'> = {
  previousSecrets: [],
  confirmEmail: false,
  // OWASP Password Storage Cheat Sheet: 19 MiB and two passes.
  hashMemoryKiB: 19_456,
  hashPasses: 2,
  maxConcurrentHashes: 2,
  maxWaitingHashes: 100,
  // A request computes its hashes one after another, so six are enough for six tabs. Thirty take less than a second.
  maxWaitingHashesOfUser: 6,
  maxWaitingHashesOfNetwork: 30,
  limitsFactor: 1,
  limits: LIMITS,
};

/** How many days personal data is kept at most. */
export const RETENTION_DAYS = {
  /** Entries of the audit log, with network addresses. */
  auditLog: 400,
  /** An account whose address is not confirmed, after its last link was emailed; then the address is free. */
  unconfirmedAccounts: 30,
  /** A session without a refresh. */
  idleSessions: 30,
  /** A session, however often it is refreshed. */
  sessions: 180,
  deviceCookie: 180,
};
