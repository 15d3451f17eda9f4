import { AuthError } from '#auth-server/auth-error.ts';
import type { SessionRow } from '#auth-server/rows.ts';
import type { Statements } from '#auth-server/store.ts';

/**
 * Checks that a session is unchanged since the request began: hashing and waiting for a lock take time, and 'Sign out
 * everywhere' or an undone factor must stop a thief's pending request. Call in the transaction that changes something,
 * once the user's row is locked.
 *
 * @throws AuthError session_not_found, or session_expired (401) where its tokens were replaced meanwhile.
 */
export async function requireOpenSession(
  tx: Statements,
  { id, access_floor: floor }: SessionRow,
): Promise<void> {
  const [open] = await tx.rows<{ access_floor: number }>(
    'select access_floor from auth.sessions where id = $1',
    [id],
  );
  if (!open) throw new AuthError('session_not_found');
  if (open.access_floor !== floor) throw new AuthError('session_expired', { status: 401 });
}
