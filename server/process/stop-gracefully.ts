import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log.ts';

/** How long running requests and jobs get together, in milliseconds; a process manager kills the process soon after. */
const STOP_TIMEOUT_MS = 15_000;

/** The share of requests. Jobs need the rest: they get ten seconds (server/jobs/jobs.ts). */
const REQUESTS_TIMEOUT_MS = 4_000;

type Stopped = {
  /** Tells load balancers to send no more requests. */
  stopBeingReady?(): void;
  close(): Promise<void>;
};

/**
 * On SIGTERM or SIGINT: stops accepting, waits for running requests and jobs, closes, exits. A second signal exits at
 * once. On SIGTERM, which process managers send, it goes on accepting for `drainMs`: a load balancer sends requests until
 * it has noticed that the shop is not ready.
 */
export function stopGracefully(server: Server, shop: Stopped, log: Log, drainMs = 0): void {
  const closeAfterResponses = trackResponses(server);
  onStopSignal(
    async (signal) => {
      log.info({ signal }, 'stopping');
      shop.stopBeingReady?.();
      // Before the drain: a connection that a load balancer keeps would end under its next request.
      closeAfterResponses();
      if (signal === 'SIGTERM') await sleep(drainMs);
      setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
      await allConnectionsClosed(server);
      await shop.close();
    },
    (error) => log.error({ err: error }, 'could not stop cleanly'),
  );
}

/** Tracks the running responses. Once the returned function is called, they and all later ones close their connections. */
function trackResponses(server: Server): () => void {
  const running = new Set<ServerResponse>();
  let closing = false;
  function forget(this: ServerResponse) {
    running.delete(this);
  }
  // Prepended, because the listener that answers may do so at once.
  server.prependListener('request', (_, response: ServerResponse) => {
    if (closing) response.shouldKeepAlive = false;
    running.add(response);
    response.on('close', forget);
  });
  return () => {
    closing = true;
    for (const response of running) response.shouldKeepAlive = false;
  };
}

/**
 * Resolves when the last connection is closed. Node's close() alone would wait for ever for connections that clients
 * opened in advance without a request: to Node they are not idle.
 */
async function allConnectionsClosed(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const closingIdle = setInterval(() => server.closeIdleConnections(), 100);
  const closingAll = setTimeout(() => server.closeAllConnections(), REQUESTS_TIMEOUT_MS);
  await closed;
  clearInterval(closingIdle);
  clearTimeout(closingAll);
}

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
