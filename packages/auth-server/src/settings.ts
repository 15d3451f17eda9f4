import type { Limit } from '@aparajita/postgres/rate-limit';

export type AuthSettings = {
  /** The issuer in every token: `PUBLIC_URL` and '/auth/v1'. */
  issuer: string;
  /** At least 32 random bytes, the same in every process; data encrypted with it is lost without it. */
  secret: string;
  /** The issuer's origin: the application's own URL, without a path. Redirects to it are allowed. */
  siteUrl: string;
  /** The issuer name that authenticator apps show. */
  serviceName: string;
  /**
   * Prefix of the HKDF label of every derived key. With another one nothing encrypted or signed before can be read, as
   * with another secret: it never changes.
   */
  keyLabel: string;
  /** In lower case: the service's names and products (OWASP ASVS 6.2.11). A password made of these alone is refused. */
  contextSpecificWords: string[];
  /** Further allowed origins, for CORS and redirects: a shop on another origin. */
  allowedOrigins: string[];
  /** Whether an address must be confirmed by mail before its account can be used. */
  confirmEmail: boolean;
  /** Earlier secrets: they only decrypt data encrypted with them (second factors). */
  previousSecrets: string[];
  /** The cost of a password hash (argon2id, one lane). Raising it rehashes at the next sign-in. */
  hashMemoryKiB: number;
  hashPasses: number;
  /** How many hashes are computed at once, and how many may be queued; beyond that the response is 503. */
  maxConcurrentHashes: number;
  maxWaitingHashes: number;
  /** How many of these may be one user's, and one network's: its users' and, apart from them, everybody else's there. */
  maxWaitingHashesOfUser: number;
  maxWaitingHashesOfNetwork: number;
  /** Multiplies every limit. */
  limitsFactor: number;
  limits: {
    /**
     * Sign-ins to an account in a browser with its device cookie, right or wrong. None of the next four counts there.
     */
    signInDevice: Limit;
    /** Sign-ins from one network, right or wrong: each costs a hash and a session. */
    signInTries: Limit;
    /**
     * Failed sign-ins: of one account from one network, without proof of work; from one site, with it; of any account
     * from one network; of one account, in browsers without its device cookie and, separately, in those with it.
     */
    signInPair: Limit;
    signInPairInAll: Limit;
    signInNetwork: Limit;
    signInAccount: Limit;
    /** Sign-ups from one network. */
    signUp: Limit;
    /** Password changes tried in one session, right or wrong; undoing a factor, by link: in succession, and in a day. */
    changePassword: Limit;
    changePasswordDay: Limit;
    /**
     * Changes of one user of which a mail warns them: new factors, recovery codes, passwords. By the password, all its
     * sessions together; by mailed links, each session.
     */
    securityNotices: Limit;
    /** Sets of recovery codes of one user, counted in the same way: a mail says of each code that it was used, too. */
    recoveryCodeSets: Limit;
    /** Updates of a user, and factors begun, in one session: each. */
    userUpdates: Limit;
    /** Password changes, by whoever knows the current one, that end the reset links mailed to an account. */
    resetLinksEnded: Limit;
    /** Requests for mail from one network. */
    mailRequest: Limit;
    /** Mails of one purpose to one address: in succession, and in total. */
    mailBurst: Limit;
    mail: Limit;
    /** Requests for mail of any purpose to one address in a day. */
    mailDay: Limit;
    /** Mails of one purpose to one address that all its sessions have requested, where each session has its own count. */
    mailOfSessions: Limit;
    /**
     * Mails of one purpose that an account's sessions send to its own address: those opened by the password together,
     * each that a mailed link has opened by itself.
     */
    mailOfSessionsDay: Limit;
    /** Challenges of second factors in one session. */
    challenge: Limit;
    /** Second factors tried by one user: in a browser that has verified one before; in all of those; anywhere else. */
    factorDevice: Limit;
    factor: Limit;
    /** Refreshes of one session. */
    refresh: Limit;
  };
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

/** Cost of a hash: OWASP Password Storage, 19 MiB and two passes. */
const DEFAULTS: Omit<AuthSettings, NeededSettings | 'siteUrl'> = {
  previousSecrets: [],
  contextSpecificWords: [],
  allowedOrigins: [],
  confirmEmail: false,
  hashMemoryKiB: 19_456,
  hashPasses: 2,
  maxConcurrentHashes: 2,
  maxWaitingHashes: 100,
  // A request computes one after another, so a user has six tabs. Thirty of a network are done within a second.
  maxWaitingHashesOfUser: 6,
  maxWaitingHashesOfNetwork: 30,
  limitsFactor: 1,
  limits: {
    signInDevice: { points: 20, seconds: 3600 },
    signInTries: { points: 600, seconds: 300 },
    signInPair: { points: 10, seconds: 300 },
    // Half of the account's limit: one customer alone cannot lock it for the others.
    signInPairInAll: { points: 25, seconds: 3600 },
    signInNetwork: { points: 100, seconds: 300 },
    signInAccount: { points: 50, seconds: 3600 },
    signUp: { points: 60, seconds: 300 },
    changePassword: { points: 10, seconds: 300 },
    changePasswordDay: { points: 50, seconds: 86_400 },
    securityNotices: { points: 40, seconds: 86_400 },
    recoveryCodeSets: { points: 5, seconds: 86_400 },
    userUpdates: { points: 60, seconds: 300 },
    resetLinksEnded: { points: 1, seconds: 3600 },
    mailRequest: { points: 60, seconds: 300 },
    mailBurst: { points: 1, seconds: 60 },
    mail: { points: 5, seconds: 600 },
    mailDay: { points: 15, seconds: 86_400 },
    mailOfSessions: { points: 20, seconds: 600 },
    mailOfSessionsDay: { points: 20, seconds: 86_400 },
    challenge: { points: 60, seconds: 300 },
    factorDevice: { points: 10, seconds: 900 },
    factor: { points: 30, seconds: 3600 },
    refresh: { points: 60, seconds: 300 },
  },
};
