import { askAccounts } from '#app/shell/session/ask-accounts.ts';

/** What is left to know once a second step was undone. */
export type Undone = {
  /** The address to sign in with. */
  email: string;
  /** Second steps that are still on, by what they are called. */
  factors: readonly { id: string; friendly_name: string }[];
};

type Undo = { token: string; known_password: string; password: string };

/**
 * Undoes a second step with the link of the mail that told of it.
 *
 * @throws Error as the auth client has it: `code` and `status` beside the message.
 */
export function undoFactor({ token, known_password, password }: Undo): Promise<Undone> {
  return askAccounts('/factors/undo', {
    token_hash: token,
    password: known_password,
    new_password: password,
  });
}
