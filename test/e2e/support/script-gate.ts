import type { Page } from '@playwright/test';

/** Holds back the scripts of the documents that a page opens, until the visit's scripts are released. */
export type ScriptGate = {
  /** Opens a document whose scripts do not come. */
  visit(path: string): Promise<void>;
  isHydrated(): Promise<boolean>;
  /** Lets the open document's scripts come. */
  release(): void;
};

export async function scriptGate(page: Page): Promise<ScriptGate> {
  let gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.addInitScript(() => {
    window.addEventListener('hydrated', () =>
      document.documentElement.setAttribute('data-hydrated', ''),
    );
  });
  return {
    async visit(path) {
      // The scripts of the document before stay where they are: nothing waits for them any more.
      gate = Promise.withResolvers();
      await page.goto(path);
    },
    isHydrated: async () => (await page.locator('html[data-hydrated]').count()) > 0,
    release: () => gate.resolve(),
  };
}
