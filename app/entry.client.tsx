import { type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { deferRouter } from './shell/router/deferred-router.ts';
import { readRouterContext } from './shell/router/router-context.ts';

/**
 * Hydrates the document as React Router's `HydratedRouter` does: the elements here are copies of its own. The
 * difference is that the router itself is loaded later (`deferRouter`). Development uses `HydratedRouter`, which also
 * replaces edited routes.
 */
async function hydratedApp(): Promise<ReactNode> {
  if (import.meta.env.DEV) {
    const { HydratedRouter } = await import('react-router/dom');
    return <HydratedRouter />;
  }
  const context = await readRouterContext();
  const { manifest, routeModules, future, ssr, isSpaMode, routeDiscovery } = context;
  return (
    <>
      <FrameworkContext value={{ manifest, routeModules, future, ssr, isSpaMode, routeDiscovery }}>
        <RouterProvider router={deferRouter(context)} />
      </FrameworkContext>
      {null}
    </>
  );
}

const app = await hydratedApp();
startTransition(() => {
  hydrateRoot(document, <StrictMode>{app}</StrictMode>);
});
