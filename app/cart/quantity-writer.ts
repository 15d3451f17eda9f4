/** What became of writing one line's quantity. */
export type QuantityWriterOptions<Line> = {
  write(id: string, quantity: number): Promise<Line>;
  /** The server's line, when no newer wish for it has come up meanwhile. */
  onWritten(line: Line): void;
  onFailed(id: string, error: unknown): void;
  /** How long a shopper may hesitate between two clicks of the stepper. */
  delayMs: number;
};

type Wish = {
  quantity: number | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  writing: Promise<boolean> | undefined;
};

/**
 * Writes quantities as a shopper clicks through them: one write after a pause instead of one a click, never two
 * at once for a line, and the last wish wins however slow the answers are.
 */
export function createQuantityWriter<Line>(options: QuantityWriterOptions<Line>) {
  const wishes = new Map<string, Wish>();

  function set(id: string, quantity: number) {
    const wish = wishes.get(id) ?? { quantity: undefined, timer: undefined, writing: undefined };
    wishes.set(id, wish);
    clearTimeout(wish.timer);
    wish.quantity = quantity;
    wish.timer = setTimeout(() => write(id, wish), options.delayMs);
  }

  /** Forgets a wish that has not been sent, e.g. of a line that is being removed. */
  function forget(id: string) {
    const wish = wishes.get(id);
    if (!wish) return;
    clearTimeout(wish.timer);
    wish.quantity = undefined;
  }

  /** Sends what still waits and answers when all is written: true unless something failed. */
  async function flush(): Promise<boolean> {
    const writes = [...wishes].map(([id, wish]) => write(id, wish));
    return (await Promise.all(writes)).every((done) => done);
  }

  function write(id: string, wish: Wish): Promise<boolean> {
    clearTimeout(wish.timer);
    wish.writing ??= writeAll(id, wish).finally(() => {
      wish.writing = undefined;
      if (wish.quantity === undefined) wishes.delete(id);
    });
    return wish.writing;
  }

  async function writeAll(id: string, wish: Wish): Promise<boolean> {
    let done = true;
    while (wish.quantity !== undefined) {
      const { quantity } = wish;
      wish.quantity = undefined;
      clearTimeout(wish.timer);
      try {
        const line = await options.write(id, quantity);
        done = true;
        if (wish.quantity === undefined) options.onWritten(line);
      } catch (error) {
        done = false;
        if (wish.quantity === undefined) options.onFailed(id, error);
      }
    }
    return done;
  }

  return { set, forget, flush };
}
