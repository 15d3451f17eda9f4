/** A signed-in shopper, as the access token that was just verified names them. */
export type Shopper = {
  userId: string;
  sessionId: string;
  email: string;
  /** What they called themselves at sign-up; may be empty. */
  fullName: string;
};
