import { expect, test } from '#test/e2e/support/shop.ts';

const LABELS = [
  'Shop',
  'About Us',
  'Contact',
  'Shipping Info',
  'Returns',
  'FAQ',
  'Privacy Policy',
  'Terms & Conditions',
];

test('every label of the footer leads to a page of its own, which the sitemap lists', async ({
  page,
}) => {
  const sitemap = await page.request.get('/sitemap/pages.xml').then((answer) => answer.text());
  const headings = new Set<string>();
  for (const label of LABELS) {
    await page.goto('/');
    const heading = page.getByRole('heading', { level: 1 });
    const before = (await heading.textContent()) ?? '';
    const link = page.getByRole('contentinfo').getByRole('link', { name: label, exact: true });
    const path = (await link.getAttribute('href')) ?? '';
    await link.click();
    await expect(page).toHaveURL(path);
    // The URL changes before the page does.
    await expect(heading).not.toHaveText(before);
    await expect(heading).not.toHaveText('404');
    headings.add((await heading.textContent()) ?? '');
    expect(sitemap).toContain(`${path}</loc>`);
  }
  expect(headings.size).toBe(LABELS.length);
});

test('whatever the sitemap lists is there, under the very address it gives', async ({ page }) => {
  const read = (path: string) => page.request.get(path).then((answer) => answer.text());
  const locations = (xml: string) =>
    [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  const lists = locations(await read('/sitemap.xml'));
  const pages = (await Promise.all(lists.map(read))).flatMap(locations);
  expect(pages.length).toBeGreaterThanOrEqual(15);
  for (const address of pages) {
    const html = await read(address);
    expect(html, address).toContain(`<link rel="canonical" href="${address}"/>`);
    expect(html, address).not.toContain('name="robots"');
  }
  // The questions and answers are there for search engines as for people.
  await page.goto('/faq');
  const [data = ''] = await page.locator('script[type="application/ld+json"]').allTextContents();
  const { '@type': type, mainEntity } = JSON.parse(data);
  expect(type).toBe('FAQPage');
  const questions: string[] = mainEntity.map(({ name }: { name: string }) => name);
  expect(questions.length).toBeGreaterThan(4);
  for (const question of questions) {
    await expect(page.locator('summary', { hasText: question })).toBeVisible();
  }
});

test('each product has a card of its own for those who share it', async ({ page }) => {
  const cards = new Set<string>();
  for (const id of ['1', '2', '3', '4', '5', '6']) {
    await page.goto(`/product/${id}`);
    const card = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
    const picture = await page.request.get(card);
    expect(picture.url()).toBe(card); // no redirect to the picture of the shop itself
    expect(picture.headers()['content-type']).toBe('image/jpeg');
    cards.add((await picture.body()).subarray(0, 20_000).toString('base64'));
  }
  expect(cards.size).toBe(6);
  // A product that nobody has drawn a card for is shared with the shop's.
  const { request } = page;
  const shared = await request.get('/pictures/og/product-new.jpg');
  expect(shared.status()).toBe(200);
  expect(shared.url()).toMatch(/\/pictures\/og\/site\.jpg$/);
  expect((await request.get('/pictures/products/new.webp')).status()).toBe(404);
});
