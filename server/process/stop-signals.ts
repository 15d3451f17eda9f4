/**
 * In milliseconds. A terminal sends Ctrl-C to every process in it, and npm passes its own signal on to us, so that one
 * key stroke reaches us twice.
 */
const DUPLICATE_WINDOW = 1_000;

/**
 * At the first SIGTERM or SIGINT, runs `stop` and exits with 0, or with 1 when it failed. A further signal exits at
 * once, unless it comes so soon that it is a copy of the first.
 */
export function onStopSignal(
  stop: (signal: NodeJS.Signals) => Promise<void>,
  reportFailure: (failure: unknown) => void,
): void {
  let since: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        stop(signal)
          .then(() => process.exit(0))
          .catch((failure) => {
            reportFailure(failure);
            process.exit(1);
          });
      } else if (performance.now() - since > DUPLICATE_WINDOW) process.exit(1);
    });
  }
}
