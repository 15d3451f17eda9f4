import {
  expect,
  expectAccessible,
  expectNoOverflow,
  openHydrated,
  stopClock,
  test,
} from '#test/e2e/support/shop.ts';

test('the gallery shows every component in both themes, and is accessible; a toast stays while it has the focus', async ({
  page,
}) => {
  await openHydrated(page, '/dev/gallery'); // a click before hydration would be lost
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: 'Open a dialog' }).click();
  await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Show a toast' }).click();
  await page.getByRole('button', { name: 'Show a failure' }).click();
  await page.getByRole('button', { name: 'A menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'First' })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoOverflow(page);

  // A toast stays while it has the focus, and a dismissed one does not keep later ones open.
  await page.clock.install();
  await openHydrated(page, '/dev/gallery');
  await stopClock(page);
  const show = page.getByRole('button', { name: 'Show a failure' });
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await show.press('Enter');
  await dismiss.focus();
  await page.clock.fastForward(20_000);
  await expect(dismiss).toBeVisible();
  await dismiss.press('Enter');
  await expect(dismiss).toBeHidden();
  await show.press('Enter');
  await expect(dismiss).toBeVisible();
  await page.clock.fastForward(8_000);
  await expect(dismiss).toBeHidden();
});
