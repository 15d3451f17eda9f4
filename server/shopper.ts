/** A signed-in shopper, as the access token that was just verified names them. */
export type Shopper = {
  userId: string;
  sessionId: string;
  /** The session's refresh counter when the token was issued. Absent where nobody checks it. */
  tokenNumber?: number;
  email: string;
  /** What they called themselves at sign-up; may be empty. */
  fullName: string;
};
