/** An error that the user has to fix: the message says how. */
export class Problem extends Error {}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Announces the work, does it, and reports how long it took. */
export async function doing(what, work) {
  say(`• ${what} …`);
  const start = Date.now();
  await work();
  say(`✓ ${what} (${Math.max(1, Math.round((Date.now() - start) / 1000))} s)`);
}
