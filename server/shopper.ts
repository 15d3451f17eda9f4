import type { Identity } from '@aparajita/auth-server';

/** A signed-in shopper, as the verified access token identifies them. */
export type Shopper = Identity;

/** The shopper that a job or a webhook acts for, without a session. */
export function onBehalfOf(userId: string): Shopper {
  return { userId, sessionId: '', refreshCounter: 0, email: '', fullName: '' };
}
