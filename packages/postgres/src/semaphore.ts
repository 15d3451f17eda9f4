/** Limits concurrency; waiters get their slots in the order of their arrival. */
export class Semaphore {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** How many wait for a slot. */
  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Resolves to true with a slot, which `release` must release, or to false when none was free until then (by
   * `performance.now()`; without it, waits for as long as it takes).
   */
  acquire(until = Number.POSITIVE_INFINITY): Promise<boolean> | boolean {
    const left = until - performance.now();
    if (left <= 0) return false;
    if (this.#free === 0) return this.#wait(left);
    this.#free -= 1;
    return true;
  }

  release(): void {
    const [next] = this.#queue;
    if (next) next();
    else this.#free += 1;
  }

  /** Does `work` when a slot is free, however long that takes. */
  async run<Value>(work: () => Promise<Value>): Promise<Value> {
    await this.acquire();
    try {
      return await work();
    } finally {
      this.release();
    }
  }

  #wait(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (admitted: boolean) => {
        clearTimeout(timer);
        this.#queue.delete(admit);
        resolve(admitted);
      };
      const admit = () => settle(true);
      const timer = Number.isFinite(ms) ? setTimeout(() => settle(false), ms) : undefined;
      this.#queue.add(admit);
    });
  }
}
