import type { ReactElement, Ref } from 'react';
import type { LinkProps, NavigateOptions, NavigateProps, NavLinkProps, Path } from 'react-router';
import type { PageAddress } from './page-path.ts';

// React Router's own (link.js) with narrower types: a link to a path that is not a page does not compile. Types only,
// because the home page has no bytes left for wrappers or for React Router's `href()`.

type ToPage<Props> = Omit<Props, 'to'> & { to: PageAddress };
export type PageLinkProps = ToPage<LinkProps>;

export function Link(props: PageLinkProps & { ref?: Ref<HTMLAnchorElement> }): ReactElement | null;
export function NavLink(props: ToPage<NavLinkProps>): ReactElement | null;
export function Navigate(props: ToPage<NavigateProps>): ReactElement | null;

export type NavigateToPage = {
  /** To a page, or to another query or hash of this one. */
  (
    to: PageAddress | `#${string}` | Partial<Omit<Path, 'pathname'>>,
    options?: NavigateOptions,
  ): void | Promise<void>;
  (delta: number): void | Promise<void>;
};
export function useNavigate(): NavigateToPage;
