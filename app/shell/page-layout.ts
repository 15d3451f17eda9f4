import type { Component } from '#app/ui/jsx/component.ts';

/**
 * Header and footer of a page. A route that needs others than the default exports them as its `handle`, and they are
 * downloaded with it.
 */
export class PageLayout {
  readonly Header: Component;
  readonly Footer: Component;

  constructor(Header: Component, Footer: Component) {
    this.Header = Header;
    this.Footer = Footer;
  }
}
