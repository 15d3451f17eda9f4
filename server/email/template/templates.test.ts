import { readFileSync } from 'node:fs';
import type { AuthEmail } from '@aparajita/auth-server';
import { describe, expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { accountEmail } from '#server/accounts/account-emails.ts';
import { messageAnswer } from '#server/contact/answer-email.ts';
import { contactMessage } from '#server/contact/contact-email.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import { campaignEmail, testCampaignEmail } from '#server/newsletter/campaign-email.ts';
import { subscriptionEmail } from '#server/newsletter/subscription-email.ts';
import { orderConfirmation } from '#server/orders/order-confirmation-email.ts';
import { orderNotice } from '#server/orders/order-notice-email.ts';
import {
  paymentNeedsAttention,
  paymentUnanswered,
} from '#server/payments/emails/attention-emails.ts';
import {
  paymentReceived,
  refundDone,
  refundStarted,
} from '#server/payments/emails/payment-emails.ts';
import type { Block, EmailContent } from './content.ts';
import { renderEmail } from './render-email.ts';
import { DARK, LIGHT } from './theme.ts';

const SITE = 'https://example.in';
const TO = 'asha@example.com';
const EVIL = `"><script>alert(1)</script>\r\nBcc: eve@example.com <img src=x onerror=alert(1)> & 'Co'`;

test('two emails about second steps of different kinds can be told apart in a list', () => {
  const added = (['totp', 'webauthn'] as const).map((factorType) =>
    accountEmail('m', { kind: 'factor_added', to: TO, userId: 'u', factorType, link: SITE }, SITE),
  );
  expect(added.map(({ subject }) => subject)).toEqual([
    'An authenticator app was added',
    'A passkey or security key was added',
  ]);
});

test('the email about the first recovery codes does not speak of earlier ones', () => {
  const about = (replaces: boolean) =>
    JSON.stringify(
      accountEmail('m', { kind: 'recovery_codes_made', to: TO, userId: 'u', replaces }, SITE),
    );
  expect(about(true)).toContain('The ones from before no longer work.');
  expect(about(false)).not.toMatch(/from before|New recovery/);
});

describe.each(allEmails().map((email) => [email.idempotencyKey, email] as const))(
  '%s',
  (_, email) => {
    test('has the same content in HTML and in plain text', async () => {
      const { html, text } = await renderEmail(email, SITE);
      const seen = unescapeHtml(html.replace(/<br\/?>/g, '\n').replace(/<[^>]*>/g, ''));
      for (const words of [email.heading, email.reason, ...email.blocks.flatMap(wordsOf)]) {
        for (const line of words.split('\n')) {
          expect(seen).toContain(line.trim());
          expect(text).toContain(line.trim());
        }
      }
      expect(text, 'a link has one name').not.toMatch(/: [^\n:]+: https?:/);
      for (const url of email.blocks.flatMap(urlsOf)) {
        expect(unescapeHtml(html)).toContain(`href="${url}"`);
        expect(text).toContain(url);
      }
    });

    test('is compatible with all mail programs', async () => {
      const { html } = await renderEmail(email, SITE);
      expect(html).toMatch(/^<!DOCTYPE html PUBLIC/);
      expect(html.length).toBeLessThan(102 * 1024); // Gmail truncates larger emails
      expect(html).not.toMatch(/<script|<link|<form|onerror="|\burl\(/i);
      for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        expect(address).toMatch(/^https:\/\//); // relative URLs do not work in an email
      }
      for (const [picture] of html.matchAll(/<img[^>]*>/g)) {
        expect(picture).toMatch(/alt="/);
        expect(picture).toMatch(/width="\d+"/);
        expect(picture).toMatch(/height="\d+"/);
      }
      const shownFirst = html.slice(html.indexOf('<body'));
      expect(shownFirst.indexOf(escapeHtml(email.preview))).toBeLessThan(300);
    });

    test('has a subject of one line and no injected header', async () => {
      const rendered = await renderEmail(email, SITE);
      expect(rendered.subject).toMatch(/^\S.*\S$/);
      expect(rendered.subject).not.toMatch(/[\r\n]/);
    });
  },
);

test('text of a guest is escaped', async () => {
  const emails: RenderedEmail[] = await Promise.all(
    allEmails(EVIL).map((email) => renderEmail(email, SITE)),
  );
  for (const { html, subject } of emails) {
    expect(html).not.toMatch(/<script|<img src="?x|<img[^>]*onerror/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
  // Some emails contained it, so it was escaped.
  expect(emails.filter(({ html }) => html.includes('&lt;script&gt;')).length).toBeGreaterThan(2);
});

test('pictures come from the shop, small, and in formats that every mail program supports', async () => {
  const { html } = await renderEmail(orderConfirmation(order(), TO, SITE, false), SITE);
  expect(html).toContain(`src="${SITE}/pictures/products/1-pack-mail.jpg"`);
  for (const [, path = ''] of html.matchAll(/src="https:\/\/example\.in([^"]*)"/g)) {
    expect(path).toMatch(/\.(?:jpg|png)$/);
    expect(readFileSync(`public${path}`).length, path).toBeLessThan(20_000);
  }
});

test.each([
  ['sandbox', 'This is a demo: no real payment is taken, and nothing is sent.'],
  ['test', 'This shop is being tested: no real payment is taken, and nothing is sent.'],
] as const)('an order of the mode %s has the notice of the pages', async (payment_mode, words) => {
  expect(readFileSync('app/payments/demo-notice.tsx', 'utf8')).toContain(`'${words}'`);
  const paid = { ...order(), payment_mode };
  for (const email of [orderConfirmation(paid, TO, SITE, false), paymentReceived(paid, TO, SITE)]) {
    expect(email.preview).toBe(words);
    const { subject, text } = await renderEmail(email, SITE);
    expect(text).toContain(words);
    expect(subject + text).not.toMatch(
      /It is paid|packing|Delivery to|your payment|Payment received/i,
    );
  }
});

test('a cash order in a demo is marked as such', async () => {
  const cash = { ...order(), payment_method: 'cod' as const, payment_mode: null };
  const demo = orderConfirmation(cash, TO, SITE, true);
  const words = 'This is a demo: no real payment is taken, and nothing is sent.';
  expect(demo.preview).toBe(words);
  const { text } = await renderEmail(demo, SITE);
  expect(text).toContain(words);
  expect(text).toContain(`has been placed. You pay when it arrives. ${words}`);
  expect(text).toMatch(/Would arrive by about: \w{3}, \w{3} \d\d/);
  expect(text).not.toMatch(/Delivery to/);
  const real = await renderEmail(orderConfirmation(cash, TO, SITE, false), SITE);
  expect(real.text).toContain('You pay when it arrives.');
  expect(real.text).not.toContain('demo');
});

test('an order’s email says when it comes, and leads to the contact form and to the returns', async () => {
  const { text } = await renderEmail(orderConfirmation(order(), TO, SITE, false), SITE);
  expect(text).toContain('Arrives by about: Fri, Nov 27');
  expect(text).toContain(`${SITE}/contact#order=AP-7K2-M9X`);
  expect(text).toContain(`${SITE}/returns`);
});

test.each([
  { status: 'shipped' },
  { status: 'delivered' },
  { payment_status: 'refunded' },
] as const)('a confirmation that was held up promises nothing of an order with %o', (state) => {
  for (const payment_method of ['cod', 'razorpay'] as const) {
    const late = { ...order(), payment_method, payment_mode: 'live' as const, ...state };
    const email = orderConfirmation(late, TO, SITE, false);
    expect(JSON.stringify(email)).not.toMatch(/packing|when it arrives|soon/);
    expect(JSON.stringify(email)).toContain('has been placed."');
  }
});

test('a confirmation that was held up until all the money is on its way back promises nothing', () => {
  const refund = { id: 'r1', amount: 499, created_at: '2026-11-20T20:05:00Z' };
  const whole: Order = {
    ...order(),
    payment_status: 'refund_pending',
    refunds: [
      { ...refund, status: 'queued' },
      { ...refund, id: 'r2', status: 'processed' },
    ],
  };
  expect(JSON.stringify(orderConfirmation(whole, TO, SITE, false))).not.toMatch(/packing|soon/);
  const failed: Order = { ...whole, refunds: [{ ...refund, amount: 998, status: 'failed' }] };
  expect(JSON.stringify(orderConfirmation(failed, TO, SITE, false))).toContain('packing');
});

test.each(['live', null] as const)(
  'an order of the mode %s is not marked as a demo',
  (payment_mode) => {
    const paid = { ...order(), payment_mode };
    const emails = [orderConfirmation(paid, TO, SITE, false), paymentReceived(paid, TO, SITE)];
    expect(JSON.stringify(emails)).not.toMatch(/demo|test|play/);
    expect(JSON.stringify(emails)).toContain('It is paid, and we are packing it.');
    expect(JSON.stringify(emails)).toContain('We have received your payment of ₹998.00');
  },
);

test('an address of the maximum length is accepted', async () => {
  const longest = `${'a'.repeat(243)}@example.com`;
  for (const email of allEmails(longest, longest)) {
    const { html, text } = await renderEmail(email, SITE);
    expect(html).toContain(email.preview);
    expect(text).toContain(email.heading);
  }
});

test('an order’s number stays on one line', async () => {
  const { html } = await renderEmail(orderConfirmation(order(), TO, SITE, false), SITE);
  const number = order().order_number;
  expect(html).toMatch(
    new RegExp(`Your order <span style="white-space:nowrap">#${number}</span> has been placed`),
  );
});

test('emails have the colours of the shop, in light and dark mode', () => {
  const [day = '', night = ''] = readFileSync('app/ui/tokens.css', 'utf8').split(
    '@media screen and (prefers-color-scheme: dark)',
  );
  for (const [name, colour] of Object.entries(LIGHT)) {
    expect(day).toContain(`--color-${name}: ${colour};`);
  }
  for (const [name, colour] of Object.entries(DARK)) {
    expect(night).toContain(`--color-${name}: ${colour};`);
  }
});

/** Every email the shop sends, with `words` in place of all text that guests write. */
function allEmails(words = 'Asha Rao', to = TO): EmailContent[] {
  const auth = { to, userId: 'f1' };
  const link = `${SITE}/reset-password?token_hash=abc&type=recovery`;
  const refund = { email: to, order_number: 'AP-7K2-M9X', amount: 99_800, refund_id: 'r1' };
  const authEmails: AuthEmail[] = [
    { kind: 'confirm_sign_up', ...auth, link },
    { kind: 'reset_password', ...auth, link },
    { kind: 'sign_in_link', ...auth, link },
    { kind: 'confirm_email_change', ...auth, link, newEmail: words },
    { kind: 'reauthentication', ...auth, code: '048213' },
    { kind: 'already_registered', ...auth },
    { kind: 'password_changed', ...auth },
    { kind: 'email_changed', ...auth, newEmail: words },
    { kind: 'factor_added', ...auth, factorType: 'webauthn' },
    { kind: 'factor_added', ...auth, factorType: 'totp', link },
    { kind: 'factor_removed', ...auth, factorType: 'totp' },
    { kind: 'recovery_codes_made', ...auth, replaces: false },
    { kind: 'recovery_code_used', ...auth, left: 0 },
    { kind: 'recovery_code_used', ...auth, left: 9 },
    { kind: 'wrong_codes', ...auth },
    { kind: 'sessions_ended', ...auth },
    { kind: 'account_closed', ...auth },
    { kind: 'account_opened', ...auth },
  ];
  const message = {
    id: 'm1',
    ticket: 'T-7KQ-M2X',
    name: words,
    email: to,
    subject: words,
    message: `Hello\n\n${words}`,
  };
  const campaign = {
    subject: words,
    heading: words,
    text: `The flowers are dry.\n\n${words}`,
    button_label: words,
    button_url: `${SITE}/products`,
    picture: '/pictures/og/product-1.jpg',
    picture_text: 'A bag of dried flowers',
  };
  return [
    ...authEmails.map((email) => accountEmail(email.kind, email, SITE)),
    orderConfirmation(order(words), to, SITE, false),
    orderNotice(order(words), to, SITE, false),
    paymentReceived(order(words), to, SITE),
    refundStarted({ ...refund, reason: 'out_of_stock' }),
    refundDone(refund),
    paymentUnanswered(
      { intent_id: 'i1', gateway_order_id: 'order_1', order_number: 'AP-7K2-M9X' },
      to,
    ),
    paymentNeedsAttention({ refund_id: 'r1', payment_id: 'pay_1', order_number: 'AP-7K2-M9X' }, to),
    contactMessage(message, 'shop@example.in', SITE),
    messageAnswer({ ...message, text: `${words}\n\nGladly.` }),
    campaignEmail({ ...campaign, id: 'd1', email: to, unsubscribe_token: 'key' }, SITE),
    testCampaignEmail(campaign, to, 't1'),
    subscriptionEmail(
      'n1',
      { email: to, confirmed: false, unsubscribe_token: 'key' },
      'token',
      SITE,
    ),
    subscriptionEmail(
      'n2',
      { email: to, confirmed: true, unsubscribe_token: 'key' },
      'token',
      SITE,
    ),
  ];
}

function order(words = 'Asha Rao'): Order {
  return {
    id: 'f2',
    order_number: 'AP-7K2-M9X',
    total_amount: 998,
    shipping_address_id: null,
    shipping_address: {
      full_name: words,
      phone: '9876543210',
      address_line1: words,
      address_line2: null,
      city: 'Mumbai',
      state: 'Maharashtra',
      postal_code: '400050',
      country: 'India',
    },
    payment_method: 'razorpay',
    payment_status: 'paid',
    payment_id: 'pay_1',
    payment_mode: 'live',
    refunds: [],
    status: 'confirmed',
    created_at: '2026-11-20T20:00:00Z',
    order_items: [
      {
        id: 'f3',
        product_id: '1',
        product_name: words,
        product_image: '/pictures/products/1-pack.webp',
        quantity: 2,
        price: 499,
        subtotal: 998,
      },
    ],
  };
}

/** All texts of a block. */
function wordsOf(block: Block): string[] {
  switch (block.kind) {
    case 'text':
    case 'quote':
      return [block.text];
    case 'picture':
      return [];
    case 'action':
      return [block.label];
    case 'code':
      return [block.code];
    case 'items':
      return block.items.flatMap(({ name, price, subtotal }) => [name, price, subtotal]);
    case 'facts':
      return block.facts.flatMap(({ name, value }) => [name, value]);
    case 'lines':
      return [block.title, ...block.lines];
    case 'note':
      // In plain text the words before the URL are enough, where they end with a colon.
      return [block.text, ...(block.link && !block.text.endsWith(':') ? [block.link.label] : [])];
  }
}

function urlsOf(block: Block): string[] {
  if (block.kind === 'action') return [block.url];
  return block.kind === 'note' && block.link ? [block.link.url] : [];
}

const ENTITIES: [string, string][] = [
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#x27;'],
];

function unescapeHtml(html: string): string {
  return ENTITIES.reduce(
    (text, [plain, entity]) => text.replaceAll(entity, plain),
    html,
  ).replaceAll('&amp;', '&');
}

function escapeHtml(text: string): string {
  return ENTITIES.reduce(
    (html, [plain, entity]) => html.replaceAll(plain, entity),
    text.replaceAll('&', '&amp;'),
  );
}
