import { queryOptions, useQuery } from '@tanstack/react-query';
import { refetchSessions, SESSIONS_KEY } from '#app/account/use-factors.ts';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { signOut } from '#app/shell/session/session.ts';
import { callAuth } from '#app/shell/session/session-request.ts';

const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => call('GET /sessions'),
});

/** The shopper's active sessions. Empty where a hosted auth service keeps the accounts: only it knows them. */
export function useSessions() {
  return useQuery(sessionsQuery);
}

/** Signs one device out, if it is not already. @throws the API's error. */
export async function endSession(id: string): Promise<void> {
  try {
    await call('DELETE /sessions/{id}', { params: { id } });
  } catch (error) {
    if (!hasErrorCode(error, 'session_not_found')) throw error;
  } finally {
    await refetchSessions();
  }
}

/** Signs out every device but this one. @throws the auth server's error. */
export async function endOthers(): Promise<void> {
  await end('others');
  await refetchSessions();
}

/** Signs out every device, this one too. @throws the auth server's error. */
export async function endAll(): Promise<void> {
  await end('global');
  await signOut();
}

/** Not the client's own `signOut`, which treats an error response as success. */
function end(scope: 'others' | 'global') {
  return callAuth((auth, token) => auth.admin.signOut(token, scope));
}
