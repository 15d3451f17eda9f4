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
export async function undoFactor({ token, known_password, password }: Undo): Promise<Undone> {
  const response = await fetch('/auth/v1/factors/undo', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({
      token_hash: token,
      password: known_password,
      new_password: password,
    }),
  });
  if (response.ok) return response.json();
  const { code, message }: { code?: string; message?: string } = await response
    .json()
    .catch(() => ({}));
  throw Object.assign(new Error(message), { code, status: response.status });
}
