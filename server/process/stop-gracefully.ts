import type { Server, ServerResponse } from 'node:http';
import type { Log } from '#server/log.ts';
import { onStopSignal } from './stop-signals.ts';

/** In milliseconds, how long requests and jobs under way get together; a process manager kills soon after. */
const PATIENCE = 15_000;

/** Of these, what requests get. Jobs need the rest: they are given ten seconds (server/jobs/jobs.ts). */
const PATIENCE_WITH_REQUESTS = 4_000;

/**
 * On SIGTERM or SIGINT: stop accepting, finish what is under way, close, exit. A second signal exits at once.
 */
export function stopGracefully(server: Server, shop: { close(): Promise<void> }, log: Log): void {
  const makeAnswersLast = lastAnswers(server);
  onStopSignal(
    async (signal) => {
      log.info({ signal }, 'stopping');
      setTimeout(() => process.exit(1), PATIENCE).unref();
      makeAnswersLast();
      await everybodyGone(server);
      await shop.close();
    },
    (error) => log.error({ err: error }, 'could not stop cleanly'),
  );
}

/** Gives what makes each answer from now on, those under way included, the last one of its connection. */
function lastAnswers(server: Server): () => void {
  const underWay = new Set<ServerResponse>();
  let last = false;
  // Before the listener that answers: it may do so at once.
  server.prependListener('request', (_, answer: ServerResponse) => {
    if (last) answer.shouldKeepAlive = false;
    underWay.add(answer);
    answer.once('close', () => underWay.delete(answer));
  });
  return () => {
    last = true;
    for (const answer of underWay) answer.shouldKeepAlive = false;
  };
}

/**
 * Ends with the last connection. Node's close() alone would wait for ever for those that were opened ahead and have not
 * asked anything: to Node they are not idle.
 */
async function everybodyGone(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  const tidying = setInterval(() => server.closeIdleConnections(), 100);
  const hangingUp = setTimeout(() => server.closeAllConnections(), PATIENCE_WITH_REQUESTS);
  await closed;
  clearInterval(tidying);
  clearTimeout(hangingUp);
}
