import type { Browser, BrowserContext, Page } from '@playwright/test';
import { PHONE_VIEWPORT } from '#test/e2e/support/downloads.ts';

/** How much slower than this processor that of Lighthouse's phone is. */
export const SLOWER = 4;

type Network = { latencyMs: number; downKbits: number; upKbits: number };

/** Lighthouse's slow 4G. */
export const SLOW_4G: Network = { latencyMs: 150, downKbits: 1_638.4, upKbits: 750 };
/** The slowest of DevTools' presets. */
export const SLOW_3G: Network = { latencyMs: 400, downKbits: 400, upKbits: 400 };

type Visit<Result> = {
  network: Network;
  /** Signs in, for example, before the page opens. */
  prepare?: (context: BrowserContext) => Promise<void>;
  measure: (page: Page) => Promise<Result>;
};

/** Measures a page on a slow phone that has nothing of the shop in its cache. */
export async function onSlowPhone<Result>(
  browser: Browser,
  baseURL: string,
  { network, prepare, measure }: Visit<Result>,
): Promise<Result> {
  const context = await browser.newContext({
    ...PHONE_VIEWPORT,
    hasTouch: true,
    baseURL,
    serviceWorkers: 'block',
  });
  try {
    await prepare?.(context);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: network.latencyMs,
      downloadThroughput: (network.downKbits * 1_000) / 8,
      uploadThroughput: (network.upKbits * 1_000) / 8,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    return await measure(page);
  } finally {
    await context.close();
  }
}
