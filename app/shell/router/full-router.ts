import {
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_defaultMapRouteProperties as defaultMapRouteProperties,
  UNSAFE_getTurboStreamSingleFetchDataStrategy as getDataStrategy,
  UNSAFE_getHydrationData as getHydrationData,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type RouterInit,
} from 'react-router';
import type { RouterContext } from './router-context.ts';

/** React Router's own router of a document's page, as its `HydratedRouter` creates it. */
export function createFullRouter(
  { manifest, routeModules, state, basename, future, ssr, isSpaMode }: RouterContext,
  history: RouterInit['history'],
): DataRouter {
  const routes = createClientRoutes(manifest.routes, routeModules, state, ssr, isSpaMode);
  const router: DataRouter = createRouter({
    routes,
    history,
    basename,
    hydrationData: getHydrationData({
      state,
      routes,
      getRouteInfo: (id) => ({
        clientLoader: routeModules[id]?.clientLoader,
        hasLoader: manifest.routes[id]?.hasLoader === true,
        hasHydrateFallback: routeModules[id]?.HydrateFallback != null,
      }),
      location: history.location,
      basename,
      future,
      isSpaMode,
    }),
    mapRouteProperties: defaultMapRouteProperties,
    hydrationRouteProperties,
    dataStrategy: getDataStrategy(() => router, manifest, routeModules, ssr),
  });
  return router.initialize();
}
