/**
 * In milliseconds. A terminal tells everybody in it of Ctrl-C, and npm hands its own on to us: what is one stroke to the
 * person at the keyboard reaches us twice.
 */
const ECHO = 1_000;

/**
 * At the first SIGTERM or SIGINT does `stop` and ends the process, with 0, or with 1 when that failed. A further signal
 * ends it at once, unless it follows so soon that it is the first one's echo.
 */
export function onStopSignal(
  stop: (signal: NodeJS.Signals) => Promise<void>,
  tell: (failure: unknown) => void,
): void {
  let since: number | undefined;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        stop(signal)
          .then(() => process.exit(0))
          .catch((failure) => {
            tell(failure);
            process.exit(1);
          });
      } else if (performance.now() - since > ECHO) process.exit(1);
    });
  }
}
