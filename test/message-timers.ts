/** How long the shop shows a success and a failure, and the admin its messages, in milliseconds. */
export const MESSAGES = [5_000, 7_000, 10_000];

/**
 * Timers of these lengths never fire in this window: messages stay until a test closes them, however slow the machine
 * is. Other timers run normally. Uses nothing from outside: it is also sent to a browser as text.
 */
export function dropTimers(milliseconds: number[]): void {
  window.setTimeout = new Proxy(window.setTimeout, {
    apply: (begin, self, [work, ms, ...rest]) =>
      milliseconds.includes(ms) ? 0 : Reflect.apply(begin, self, [work, ms, ...rest]),
  });
}
