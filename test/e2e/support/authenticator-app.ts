import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';

/** Seconds for which a code is valid. */
const STEP = 30;

/** An authenticator app (TOTP) in software. The server accepts each code once, so it never returns the same code twice. */
export class AuthenticatorApp {
  readonly #secret: string;
  #last = 0;

  constructor(secret: string) {
    this.#secret = secret.replaceAll(' ', '');
  }

  /**
   * A code that was not returned before. The server also accepts the codes of the previous and the next time step,
   * because clocks of phones are not exact. So two codes are always available without waiting, and three unless the
   * current step is about to end.
   */
  async code(): Promise<string> {
    const now = Date.now() / 1000;
    const step = Math.floor(now / STEP);
    // The previous step's code expires when this step ends; it is not used in the last ten seconds before that.
    const earliest = STEP - (now % STEP) > 10 ? step - 1 : step;
    this.#last = Math.max(earliest, this.#last + 1);
    await sleep(Math.max(0, (this.#last - 1) * STEP - now) * 1000);
    return generate({ secret: this.#secret, epoch: this.#last * STEP });
  }
}
