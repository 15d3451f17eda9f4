/**
 * Returns a function that runs `read`, one run at a time: calls during a run lead to one more run after it. So an older
 * response never replaces a newer one, and many changes at once cause two requests. Rejects if a run fails, unless
 * another one follows.
 */
export function coalesce(read: () => Promise<void>): () => Promise<void> {
  let running = false;
  let requested = false;
  return async () => {
    requested = true;
    if (running) return;
    running = true;
    try {
      while (requested) {
        requested = false;
        try {
          await read();
        } catch (error) {
          if (!requested) throw error;
        }
      }
    } finally {
      running = false;
    }
  };
}
