import type { ServerType } from '@hono/node-server';
import type { Log } from './log.ts';

/** Requests and jobs under way get this long; a process manager kills soon after. */
const PATIENCE = 15_000;

/**
 * On SIGTERM or SIGINT: stop accepting, finish what is under way, close, exit. A second signal exits at once.
 */
export function stopGracefully(
  server: ServerType,
  shop: { close(): Promise<void> },
  log: Log,
): void {
  let stopping = false;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), PATIENCE).unref();
    await new Promise((resolve) => {
      server.close(resolve);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
    await shop.close();
    process.exit(0);
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      });
    });
  }
}
