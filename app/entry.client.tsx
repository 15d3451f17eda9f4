import { type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { deferRouter } from './shell/router/deferred-router.ts';
import { readRouterContext } from './shell/router/router-context.ts';

/**
 * Hydrates the document as React Router's own `HydratedRouter` does, whose elements are repeated here; only what
 * navigates comes later (`deferRouter`). In development that one is used: it also replaces edited routes.
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
