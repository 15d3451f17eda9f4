/** An error that the user has to fix: the message says how. */
export class SetupError extends Error {}

export function print(text) {
  process.stderr.write(`${text}\n`);
}

/** Announces the work, does it, and reports how long it took. */
export async function withProgress(what, work) {
  print(`• ${what} …`);
  const start = Date.now();
  await work();
  print(`✓ ${what} (${Math.max(1, Math.round((Date.now() - start) / 1000))} s)`);
}
