import type { Identity } from '#auth-server/identity.ts';
import type { Claims } from './access-token.ts';

/** Who an access token that was checked names. */
export function describeShopper({
  sub,
  session_id,
  refresh_counter,
  email,
  user_metadata,
}: Claims): Identity {
  return {
    userId: sub,
    sessionId: session_id,
    tokenNumber: refresh_counter,
    email,
    fullName: nameIn(user_metadata.full_name),
  };
}

/** What shoppers called themselves, as a profile can keep it. */
function nameIn(fullName: unknown): string {
  return typeof fullName === 'string' ? fullName.trim().slice(0, 100) : '';
}
