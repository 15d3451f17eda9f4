import type { BrowserContext, Locator } from '@playwright/test';
import { ADDRESS } from '#test/address.ts';
import { hold } from '#test/e2e/support/network.ts';
import { forEach, OPEN } from '#test/e2e/support/pages.ts';
import { PHONE } from '#test/e2e/support/phone.ts';
import { declineCookies, expect, test } from '#test/e2e/support/shop.ts';
import { tap } from '#test/e2e/support/tap.ts';

// Chrome on phones offers to translate the shop, and may be set to always do so.
test.use(PHONE);

test('a translated shop works: a purchase, the account, every open page', async ({
  page,
  signedInShopper: _,
}) => {
  test.slow();
  await declineCookies(page);
  await translatePages(page.context());
  const main = page.getByRole('main');
  await test.step('a purchase', async () => {
    await page.goto('/product/2');
    await press(main, 'Add to Cart', 'Adding...');
    await expect(page.getByText(translated('Added to cart'))).toBeVisible();
    await page.goto('/cart');
    const totals = main.getByRole('region', { name: 'Order Summary' }).getByRole('definition');
    await expect(totals.last()).toHaveText(translated('₹799.00'));
    await tap(main.getByRole('button', { name: 'Increase quantity' }));
    await expect(totals.last()).toHaveText(translated('₹1,598.00'));
    await tap(main.getByRole('link', { name: 'Proceed to Checkout' }));
    await tap(main.getByRole('button', { name: 'Add Address' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Full Name').fill(ADDRESS.full_name);
    await dialog.getByLabel('Phone Number').fill(ADDRESS.phone);
    await dialog.getByLabel('Address Line 1').fill(ADDRESS.address_line1);
    await dialog.getByLabel('Postal Code').fill(ADDRESS.postal_code);
    await press(dialog, 'Save Address', 'Saving...');
    await expect(main.getByRole('radio', { name: /Asha Rao/ })).toBeChecked();
    await tap(page.getByRole('button', { name: 'Continue to Payment' }));
    await tap(page.getByRole('button', { name: 'Place Order' }));
    await expect(page.getByText(translated('Order placed!'))).toBeVisible();
    await expect(main.getByText(/^#AP-/).first()).toHaveAttribute('translate', 'no');
  });
  await test.step('the account', async () => {
    await page.goto('/account/profile');
    await main.getByLabel('Full Name').fill('Asha K. Rao');
    await press(main, 'Save Changes', 'Saving...');
    await expect(main.getByText(translated('Save Changes'))).toBeVisible();
  });
  // Their texts break no rule that `translatePages` reports.
  await forEach(Object.keys(OPEN), async (path) => {
    await page.goto(path);
    await expect(page.locator('html.translated-ltr')).toBeAttached();
  });
});

/** How the translation of a text looks here. */
const translated = (text: string) => `‹${text}›`;

const ANSWERS = /\/(api|auth\/v1)\//;

/** Presses the button, which shows this text until the answer is there. */
async function press(part: Locator, name: string, busy: string) {
  const page = part.page();
  const release = await hold(page, ANSWERS);
  await tap(part.getByRole('button', { name }).first());
  await expect(part.getByText(translated(busy))).toBeVisible();
  release();
  await expect(part.getByText(translated(busy))).toBeHidden();
  await page.unroute(ANSWERS);
}

/**
 * Translates every page as Chrome does: each text node is replaced by `<font><font>text</font></font>`, now and when it
 * is added later. Left as they are: attributes, and what is marked `translate="no"`. Also logs an error, which fails the
 * test, for a text that could break so: one that has siblings, or that is written to after it was replaced.
 */
async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const replaced = new MutationObserver((writes) => {
      for (const { target } of writes)
        console.error('written to a replaced text:', target.nodeValue);
    });

    function translate(text: Node) {
      const { parentElement: parent, nodeValue: value } = text;
      if (!parent || !value?.trim()) return;
      if (parent.closest('head, script, style, noscript, textarea, font, [translate=no]')) return;
      if (parent.childNodes.length > 1)
        console.error('a text beside others:', value, 'in', parent.outerHTML.slice(0, 300));
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = `‹${value}›`;
      text.parentNode?.replaceChild(outer, text);
      replaced.observe(text, { characterData: true });
    }

    function translateIn(node: Node) {
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found = node.nodeType === Node.TEXT_NODE ? [node] : [];
      while (texts.nextNode()) found.push(texts.currentNode);
      found.forEach(translate);
    }

    document.addEventListener('DOMContentLoaded', () => {
      translateIn(document.body);
      document.documentElement.classList.add('translated-ltr');
      new MutationObserver((changes) => {
        for (const { target, type, addedNodes } of changes) {
          if (type === 'characterData') translateIn(target);
          else addedNodes.forEach(translateIn);
        }
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
  });
}
