import type { Locator, Page } from '@playwright/test';
import { withBrowser } from './browser.ts';
import { afterWarmUp, type Part, spread } from './report.ts';
import { onSlowPhone, SLOW_3G, SLOW_4G, SLOWER } from './slow-phone.ts';

const ROUNDS = 5;

/** What a stranger waits for on a slow phone: a tap while the product's page still loads, and the sign-in form. */
export async function firstTap(): Promise<Part> {
  return withBrowser('first-tap', async (browser, { url }) => {
    const early = { network: SLOW_4G, measure: tapWhileLoading };
    const form = { network: SLOW_3G, measure: tapToSignIn };
    const taps = await afterWarmUp(ROUNDS, () => onSlowPhone(browser, url, early));
    const forms = await afterWarmUp(ROUNDS, () => onSlowPhone(browser, url, form));
    const seconds = (values: number[]) =>
      spread(
        values.map((ms) => ms / 1000),
        2,
        ' s',
      );
    return {
      title: 'The first tap on a slow phone, on /product/1',
      lines: [
        {
          what: 'Increase quantity is painted and tapped',
          value: seconds(taps.map((tap) => tap.tappedMs)),
        },
        {
          what: 'that tap is handled, since the navigation',
          value: seconds(taps.map((tap) => tap.handledMs)),
        },
        { what: 'from Add to Cart to the sign-in form', value: seconds(forms) },
      ],
      notes: [
        `Chromium, 390 × 844, signed out, nothing cached, the processor ${SLOWER} times slower; medians of ${ROUNDS}. The tap: 1.6 Mbit/s and 150 ms a round trip. The form: 400 kbit/s and 400 ms, tapped once the page is hydrated and quiet. Wall clock time: other work on the machine changes it.`,
      ],
    };
  });
}

/** In milliseconds since the navigation began. */
async function tapWhileLoading(page: Page): Promise<{ tappedMs: number; handledMs: number }> {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => performance.mark('tapped'), true);
    const observer = new MutationObserver(() => {
      if (document.querySelector('output')?.textContent !== '2') return;
      observer.disconnect();
      // After the frame that shows it.
      requestAnimationFrame(() => setTimeout(() => performance.mark('handled')));
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });
  await page.goto('/product/1', { waitUntil: 'commit' });
  await tapCentre(page.getByRole('button', { name: 'Increase quantity' }).first());
  await page.waitForFunction(() => performance.getEntriesByName('handled').length > 0);
  return page.evaluate(() => ({
    tappedMs: performance.getEntriesByName('tapped')[0]?.startTime ?? 0,
    handledMs: performance.getEntriesByName('handled')[0]?.startTime ?? 0,
  }));
}

/** Milliseconds from the tap until the form's first field can be seen. */
async function tapToSignIn(page: Page): Promise<number> {
  await page.goto('/product/1');
  await page.waitForLoadState('networkidle');
  const button = page.getByRole('button', { name: /^Add to Cart/ }).first();
  await button.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const start = performance.now();
  await tapCentre(button);
  await page.getByLabel('Email').first().waitFor();
  return performance.now() - start;
}

async function tapCentre(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error(`${control} is nowhere`);
  await control.page().touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}
