import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from 'otplib';

const STEP = 30;

/** A phone's authenticator app in software: as the server takes no code twice, it gives none twice. */
export class AuthenticatorApp {
  readonly #secret: string;
  #last = 0;

  constructor(secret: string) {
    this.#secret = secret.replaceAll(' ', '');
  }

  /**
   * A code that was not given before. The server takes those of the neighbouring time steps too (clocks of phones
   * are not exact), so two can always be had without waiting, and three unless a step is about to end.
   */
  async code(): Promise<string> {
    const now = Date.now() / 1000;
    const step = Math.floor(now / STEP);
    // The step before is good until this one ends: not when that is about to happen.
    const earliest = STEP - (now % STEP) > 10 ? step - 1 : step;
    this.#last = Math.max(earliest, this.#last + 1);
    await sleep(Math.max(0, (this.#last - 1) * STEP - now) * 1000);
    return generate({ secret: this.#secret, epoch: this.#last * STEP });
  }
}
