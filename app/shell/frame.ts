import type { ComponentType } from 'react';

/**
 * What stands above and below a page. A route that wants others than the shop's usual ones exports them as its
 * `handle`, and they are downloaded with it.
 */
export class Frame {
  readonly Header: ComponentType;
  readonly Footer: ComponentType;

  constructor(Header: ComponentType, Footer: ComponentType) {
    this.Header = Header;
    this.Footer = Footer;
  }
}
