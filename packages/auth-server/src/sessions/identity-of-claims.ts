import type { Identity } from '#auth-server/identity.ts';
import type { Claims } from './access-token.ts';

/** The user that a verified access token names. */
export function identityOf({
  sub,
  session_id,
  refresh_counter,
  email,
  user_metadata,
}: Claims): Identity {
  return {
    userId: sub,
    sessionId: session_id,
    refreshCounter: refresh_counter,
    email,
    fullName: nameIn(user_metadata.full_name),
  };
}

/** The name given at sign-up, in a form that a profile can store. */
function nameIn(fullName: unknown): string {
  return typeof fullName === 'string' ? fullName.trim().slice(0, 100) : '';
}
