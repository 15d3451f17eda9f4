/** Shown when there was no response: no network, or the server is down. `deferHydration` has its own wording. */
export const UNREACHABLE =
  'We could not reach the shop. Please check your connection and try again.';

/** Shown when a file of this page is gone, because the shop has been deployed since. */
export const OUTDATED = 'The shop has been updated. Please reload this page.';

/** There was no response: no network, or the server is down. Whether a write took effect is unknown. */
export class ShopUnreachable extends Error {
  constructor(cause: unknown) {
    super(UNREACHABLE, { cause });
    this.name = 'ShopUnreachable';
  }
}
