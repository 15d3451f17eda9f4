/** Somebody who is signed in, as the access token that was just verified names them. */
export type Identity = {
  userId: string;
  sessionId: string;
  /** The session's refresh counter when the token was issued. Absent where nobody checks it. */
  tokenNumber?: number;
  email: string;
  /** What they called themselves at sign-up; may be empty. */
  fullName: string;
};

/** No access token came with the request, or one that is not good. `cause` is for the log only. */
export class NotSignedIn extends Error {
  override name = 'NotSignedIn';

  constructor(cause?: unknown) {
    super('Nobody is signed in', { cause });
  }
}

/** The token cannot be judged now: the database is away, or the service that publishes the keys. */
export class AccountsUnavailable extends Error {
  override name = 'AccountsUnavailable';

  constructor(cause: unknown) {
    super('The accounts cannot be asked', { cause });
  }
}
