import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../setup/chromium.mjs';
import { type BenchShop, withBenchShop } from './shop.ts';

/** Opens a browser and a shop for `work`, and closes both whatever happens. */
export async function withBrowser<T>(
  shopName: string,
  work: (browser: Browser, shop: BenchShop) => Promise<T>,
): Promise<T> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one in CHROMIUM_PATH');
  const browser = await chromium.launch({ executablePath });
  return withBenchShop(shopName, (shop) => work(browser, shop)).finally(() => browser.close());
}
