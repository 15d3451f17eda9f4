/**
 * The fewest milliseconds of CPU that `work` takes in ten tries, or those of the first try below `enough`: the first
 * compile code, garbage collection and other threads of this process count, too, and on a busy machine they interrupt
 * several tries in succession.
 */
export async function leastCpuMs(work: () => unknown, enough: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 10 && least >= enough; tries++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
