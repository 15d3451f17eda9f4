import { type ComponentType, createElement, type ReactNode } from 'react';
import type { DataRouteObject, UNSAFE_RouteModules } from 'react-router';
import type { RouterContext } from './router-context.ts';

/**
 * The route tree, with just what is needed to match and render the document's page. The elements have the same types as
 * those of React Router's `createClientRoutes`, which replace these at the first navigation: so React keeps the
 * components mounted.
 */
export function documentRoutes(
  { manifest, routeModules }: Pick<RouterContext, 'manifest' | 'routeModules'>,
  parent?: string,
): DataRouteObject[] {
  const entries = Object.values(manifest.routes);
  return entries.flatMap((entry): DataRouteObject[] => {
    if (!entry || entry.parentId !== parent) return [];
    const { id, path, index } = entry;
    const route = { id, path, ...elements(routeModules[id]) };
    if (index) return [{ ...route, index }];
    return [{ ...route, children: documentRoutes({ manifest, routeModules }, id) }];
  });
}

function elements(module: UNSAFE_RouteModules[string]) {
  if (!module) return {};
  const { default: Page, ErrorBoundary, Layout, handle } = module;
  const wrap = (Part: ComponentType | undefined): ReactNode =>
    Part && (Layout ? createElement(Layout, null, createElement(Part)) : createElement(Part));
  return { element: wrap(Page), errorElement: wrap(ErrorBoundary), handle };
}
