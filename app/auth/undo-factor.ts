import { authRequest } from '#app/shell/session/auth-request.ts';

/** The result of undoing a second factor. */
export type Undone = {
  /** The address to sign in with. */
  email: string;
  /** Names of the second factors that are still active. */
  factors: readonly { id: string; friendly_name: string }[];
};

type Undo = { token: string; known_password: string; password: string };

/**
 * Undoes a second factor with the token of the email that reported it.
 *
 * @throws Error like those of the auth client, with `code` and `status`.
 */
export function undoFactor({ token, known_password, password }: Undo): Promise<Undone> {
  return authRequest('/factors/undo', {
    body: { token_hash: token, password: known_password, new_password: password },
  });
}
