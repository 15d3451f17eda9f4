/**
 * Runs `read` for every call, one at a time: calls while it runs become one more run afterwards. So an older answer never
 * overtakes a newer one, and a change of twenty orders at once is read twice. A run that fails
 * rejects, unless another follows it.
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
