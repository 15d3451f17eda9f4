import { useRouteLoaderData } from 'react-router';
import type { RenderContext } from './render-context.ts';

/** What the root route's loader hands to every page. */
export type RootData = Pick<
  RenderContext,
  'analytics' | 'details' | 'demo' | 'notice' | 'shipping'
> & {
  /** The shop's canonical origin, as the server's settings have it: never taken from a request. */
  origin: string;
};

/** Undefined on an error page whose root failed to load. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<() => RootData>('root');
}
