import type { Server } from 'node:http';
import type { Log } from './log.ts';
import { onStopSignal } from './stop-signals.ts';

/** Requests and jobs under way get this long; a process manager kills soon after. */
const PATIENCE = 15_000;

/**
 * On SIGTERM or SIGINT: stop accepting, finish what is under way, close, exit. A second signal exits at once.
 */
export function stopGracefully(server: Server, shop: { close(): Promise<void> }, log: Log): void {
  onStopSignal(
    async (signal) => {
      log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), PATIENCE).unref();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
      await shop.close();
    },
    (error) => log.error({ err: error }, 'could not stop cleanly'),
  );
}
