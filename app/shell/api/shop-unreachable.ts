import { UNREACHABLE } from './unreachable.ts';

/** There was no response: no network, or the server is down. Whether a write took effect is unknown. */
export class ShopUnreachable extends Error {
  constructor(cause: unknown) {
    super(UNREACHABLE, { cause });
    this.name = 'ShopUnreachable';
  }
}
