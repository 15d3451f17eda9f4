import { type ReactNode, StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { UNSAFE_FrameworkContext as FrameworkContext } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { deferRouter } from './shell/router/deferred-router.ts';
import { readHandover } from './shell/router/handover.ts';

/**
 * Hydrates the document as React Router's own `HydratedRouter` does, whose elements are repeated here; only what
 * navigates comes later (`deferRouter`). In development that one is used: it also replaces edited routes.
 */
async function hydratedApp(): Promise<ReactNode> {
  if (import.meta.env.DEV) {
    const { HydratedRouter } = await import('react-router/dom');
    return <HydratedRouter />;
  }
  const handover = await readHandover();
  const { manifest, routeModules, future, ssr, isSpaMode, routeDiscovery } = handover;
  return (
    <>
      <FrameworkContext value={{ manifest, routeModules, future, ssr, isSpaMode, routeDiscovery }}>
        <RouterProvider router={deferRouter(handover)} />
      </FrameworkContext>
      {null}
    </>
  );
}

const app = await hydratedApp();
startTransition(() => {
  hydrateRoot(document, <StrictMode>{app}</StrictMode>);
});
