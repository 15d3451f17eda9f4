type Step = () => Promise<unknown>;

/** How to close what is open. */
export type Closing = {
  /** Waits for work that may still need a connection, in reverse order of opening. */
  work: Step[];
  connections: Step[];
};

/**
 * Closes everything, and stops the database server last. A step that fails holds up no other one, or the server would
 * go on running with nobody to stop it. @throws the first failure, after all steps.
 */
export async function closeAll(
  { work, connections }: Closing,
  server: { stop: Step },
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (step: Step) => {
    try {
      await step();
    } catch (error) {
      failures.push(error);
    }
  };
  for (const finish of work.toReversed()) await attempt(finish);
  await Promise.all(connections.map(attempt));
  await attempt(() => server.stop());
  if (failures.length > 0) throw failures[0];
}
