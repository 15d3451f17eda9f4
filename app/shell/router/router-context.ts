import {
  UNSAFE_decodeViaTurboStream as decode,
  type HydrationState,
  type UNSAFE_AssetsManifest as Manifest,
  type UNSAFE_RouteModules as RouteModules,
} from 'react-router';

declare global {
  interface Window {
    __reactRouterContext: Settings & { stream: ReadableStream<Uint8Array> };
    __reactRouterManifest: Manifest;
    __reactRouterRouteModules: RouteModules;
  }
}

type Settings = {
  basename?: string;
  future: Record<string, never>;
  ssr: boolean;
  isSpaMode: boolean;
  routeDiscovery: { mode: 'initial'; manifestPath: string };
};

/** What the document hands to the router of the browser: the build's routes, this page's modules and its data. */
export type RouterContext = Settings & {
  manifest: Manifest;
  routeModules: RouteModules;
  state: HydrationState;
};

/** Reads what React Router's `Scripts` left on `window`, and the data that `hydrationDataScripts` wrote. */
export async function readRouterContext(): Promise<RouterContext> {
  const { stream, ...settings } = window.__reactRouterContext;
  const { value } = await decode(stream, window);
  return {
    ...settings,
    manifest: window.__reactRouterManifest,
    routeModules: window.__reactRouterRouteModules,
    state: isState(value) ? value : {},
  };
}

function isState(value: unknown): value is HydrationState {
  return typeof value === 'object' && value !== null;
}
