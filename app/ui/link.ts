import type { ReactNode } from 'react';
import {
  type LinkProps,
  type NavigateOptions,
  type NavigateProps,
  type NavLinkProps,
  type Path,
  Link as RouterLink,
  Navigate as RouterNavigate,
  NavLink as RouterNavLink,
  useNavigate as useRouterNavigate,
} from 'react-router';
import type { PageAddress } from './page-path.ts';

// React Router's own, with narrower types: a link to a path that is not a page does not compile. Types only, because
// its `href()` would be sent to every visitor.

type ToPage<Props> = Omit<Props, 'to'> & { to: PageAddress };
export type PageLinkProps = ToPage<LinkProps>;

export const Link: (props: PageLinkProps) => ReactNode = RouterLink;
export const NavLink: (props: ToPage<NavLinkProps>) => ReactNode = RouterNavLink;
export const Navigate: (props: ToPage<NavigateProps>) => ReactNode = RouterNavigate;

export type NavigateToPage = {
  /** To a page, or to another query or hash of this one. */
  (
    to: PageAddress | `#${string}` | Partial<Omit<Path, 'pathname'>>,
    options?: NavigateOptions,
  ): void | Promise<void>;
  (delta: number): void | Promise<void>;
};
export const useNavigate: () => NavigateToPage = useRouterNavigate;
