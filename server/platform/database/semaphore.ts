/** Lets only so many in at a time, in the order they came. */
export class Semaphore {
  #free: number;
  readonly #queue = new Set<() => void>();

  constructor(places: number) {
    this.#free = places;
  }

  /** Whether somebody would have to wait now. */
  get full(): boolean {
    return this.#free === 0;
  }

  /** True once there is a place, which must be given back by `leave`; false when there was none until then. */
  enter(until: number): Promise<boolean> | true {
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const admit = () => {
        clearTimeout(timer);
        this.#queue.delete(admit);
        resolve(true);
      };
      const timer = setTimeout(
        () => {
          this.#queue.delete(admit);
          resolve(false);
        },
        Math.max(0, until - performance.now()),
      );
      this.#queue.add(admit);
    });
  }

  leave(): void {
    const [next] = this.#queue;
    if (next) next();
    else this.#free += 1;
  }
}
