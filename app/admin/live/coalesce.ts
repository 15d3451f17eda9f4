/**
 * Returns a function that runs `read`, one run at a time: calls during a run lead to one more run after it. So an older
 * response never replaces a newer one, and many changes at once cause two requests. Rejects if a run fails, unless
 * another one follows.
 */
export function coalesce(read: () => Promise<void>): () => Promise<void> {
  let running = false;
  let again = false;
  return async () => {
    again = true;
    if (running) return;
    running = true;
    try {
      while (again) {
        again = false;
        try {
          await read();
        } catch (error) {
          if (!again) throw error;
        }
      }
    } finally {
      running = false;
    }
  };
}
