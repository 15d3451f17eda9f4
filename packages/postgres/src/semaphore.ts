/** Limits concurrency; waiters get their places in the order of their arrival. */
export class Semaphore {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Resolves to true with a place, which `leave` must release, or to false when none was free until then (by
   * `performance.now()`).
   */
  enter(until: number): Promise<boolean> | boolean {
    const left = until - performance.now();
    if (left <= 0) return false;
    if (this.#free === 0) return this.#wait(left);
    this.#free -= 1;
    return true;
  }

  leave(): void {
    const [next] = this.#queue;
    if (next) next();
    else this.#free += 1;
  }

  #wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (admitted: boolean) => {
        clearTimeout(timer);
        this.#queue.delete(admit);
        resolve(admitted);
      };
      const admit = () => settle(true);
      const timer = setTimeout(() => settle(false), ms);
      this.#queue.add(admit);
    });
  }
}
