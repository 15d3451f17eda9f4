import { format } from 'node:util';
import type { Log } from '#server/log.ts';

/** Console methods and the level of what they print. */
const LEVELS = {
  debug: 'debug',
  dir: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const;

/** What was printed may refuse to be shown; its printer must not fail for that. */
function textOf(printed: unknown[]): string {
  try {
    return format(...printed);
  } catch {
    return 'something that cannot be shown was printed';
  }
}

/**
 * Writes into the log what libraries print on the console, what Node warns of, and the error that ends the process: the
 * log of a shop is JSON, a line for each event.
 */
export function logOutput(log: Log): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Reflect.set(console, method, (...printed: unknown[]) => {
      const err = printed.find((each) => each instanceof Error);
      const text = printed.filter((each) => each !== err);
      log[level](err ? { err } : {}, textOf(text) || 'an error was reported');
    });
  }
  process.removeAllListeners('warning'); // Node's own, which prints
  process.on('warning', (err) => log.warn({ err }, 'a warning of Node'));
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'the process ends because of an error that nothing caught');
    process.exit(1);
  });
}
