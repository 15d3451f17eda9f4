import type { ComponentType } from 'react';

/**
 * Header and footer of a page. A route that needs others than the default exports them as its `handle`, and they are
 * downloaded with it.
 */
export class PageLayout {
  readonly Header: ComponentType;
  readonly Footer: ComponentType;

  constructor(Header: ComponentType, Footer: ComponentType) {
    this.Header = Header;
    this.Footer = Footer;
  }
}
