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
  /** What waits to be sent. */
  quantity: number | undefined;
  /** What is on its way and has no answer yet. */
  sent: number | undefined;
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
    const wish = wishes.get(id) ?? noWish();
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
      wish.sent = quantity;
      clearTimeout(wish.timer);
      try {
        const line = await options.write(id, quantity);
        done = true;
        if (wish.quantity === undefined) options.onWritten(line);
      } catch (error) {
        done = false;
        if (wish.quantity === undefined) options.onFailed(id, error);
      } finally {
        wish.sent = undefined;
      }
    }
    return done;
  }

  /** What no answer has confirmed yet, by line. */
  function unconfirmed(): Record<string, number> {
    const all = [...wishes].map(([id, wish]) => [id, wish.quantity ?? wish.sent]);
    return Object.fromEntries(all.filter(([, quantity]) => quantity !== undefined));
  }

  return { set, forget, flush, unconfirmed };
}

function noWish(): Wish {
  return { quantity: undefined, sent: undefined, timer: undefined, writing: undefined };
}
