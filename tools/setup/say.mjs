/** Something the person at the keyboard has to do: the message says what. */
export class Problem extends Error {}

export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Says what begins, does it, and says how long it took. */
export async function doing(what, work) {
  say(`• ${what} …`);
  const start = Date.now();
  await work();
  say(`✓ ${what} (${Math.max(1, Math.round((Date.now() - start) / 1000))} s)`);
}
