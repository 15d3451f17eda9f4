/** Lets only so many in at a time, in the order they came. */
export class Semaphore {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * True once there is a place, which must be given back by `leave`; false when there was none until then, by
   * `performance.now()`.
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
