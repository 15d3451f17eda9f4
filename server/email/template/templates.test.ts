import { readFileSync } from 'node:fs';
import type { AuthEmail } from '@aparajita/auth-server';
import { expect, test } from 'vitest';
import type { Order } from '#contract/orders.ts';
import { accountEmail } from '#server/accounts/account-emails.ts';
import { contactMessage, messageAnswer } from '#server/contact/contact-jobs.ts';
import {
  campaignEmail,
  subscriptionEmail,
  testCampaignEmail,
} from '#server/newsletter/newsletter-emails.ts';
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
import { HOME } from '#test/checkout.ts';
import { newOrder } from '#test/component/shopper-data.ts';
import type { Block, EmailContent } from './content.ts';
import { renderEmail } from './render-email.ts';
import { DARK, LIGHT } from './theme.ts';

const SITE = 'https://example.in';
const TO = 'asha@example.com';
const EVIL = `"><script>alert(1)</script>\r\nBcc: eve@example.com <img src=x onerror=alert(1)> & 'Co'`;

const confirmed = (of: Order, demo = false) =>
  orderConfirmation(of, TO, { publicUrl: SITE, demo, token: null });
const textOf = (email: EmailContent) => renderEmail(email, SITE).text;

test.each(allEmails().map((email) => [email.idempotencyKey, email] as const))(
  '%s has the same content in HTML and in plain text, for all mail programs',
  (_, email) => {
    const { html, text, subject } = renderEmail(email, SITE);
    expect(subject).toMatch(/^\S.*\S$/);
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

    expect(html).toMatch(/^<!DOCTYPE html PUBLIC/);
    expect(html, 'Outlook').toMatch(/<table class="ground"[^>]* width="100%"/);
    expect(html.length).toBeLessThan(102 * 1024); // Gmail truncates larger emails
    expect(html).not.toMatch(/<script|<link|<form|onerror="|\burl\(/i);
    for (const [, address] of html.matchAll(/ (?:href|src)="([^"]*)"/g))
      expect(address).toMatch(/^https:\/\//); // relative URLs do not work in an email
    for (const [picture] of html.matchAll(/<img[^>]*>/g))
      expect(picture).toMatch(/^(?=.*alt=")(?=.*width="\d+")(?=.*height="\d+")/);
    // In formats that every mail program supports, and small.
    for (const [, path = ''] of html.matchAll(/ src="https:\/\/example\.in([^"]*)"/g)) {
      expect(path).toMatch(/\.(?:jpg|png)$/);
      if (!path.includes('/og/')) expect(readFileSync(`public${path}`).length).toBeLessThan(20_000);
    }
    const shownFirst = unescapeHtml(html.slice(html.indexOf('<body')));
    expect(shownFirst.indexOf(email.preview)).toBeLessThan(300);
  },
);

test('text of a guest is escaped and adds no header, and the longest address is accepted', () => {
  const longest = `${'a'.repeat(243)}@example.com`;
  const emails = allEmails(EVIL, longest).map((email) => renderEmail(email, SITE));
  for (const { html, subject } of emails) {
    expect(html).not.toMatch(/<script|<img src="?x|<img[^>]*onerror/);
    expect(subject).not.toMatch(/[\r\n]/);
  }
  // Some emails contained it, so it was escaped.
  expect(emails.filter(({ html }) => html.includes('&lt;script&gt;')).length).toBeGreaterThan(2);
});

test.each([
  ['sandbox', 'This is a demo: no real payment is taken, and nothing is sent.'],
  ['test', 'This shop is being tested: no real payment is taken, and nothing is sent.'],
] as const)('an order of the mode %s has the notice of the pages', async (payment_mode, words) => {
  expect(readFileSync('app/payments/demo-notice.tsx', 'utf8')).toContain(`'${words}'`);
  const paid = { ...order(), payment_mode };
  expect(textOf(orderNotice(paid, TO, SITE, false))).toContain(words);
  for (const email of [confirmed(paid), paymentReceived(paid, TO, SITE)]) {
    expect(email.preview).toBe(words);
    const text = textOf(email);
    expect(text).toContain(words);
    expect(email.subject + text).not.toMatch(
      /It is paid|packing|Delivery to|your payment|Payment received/i,
    );
  }
});

test('money for a reservation that the shopper gave up does not say that they ordered', async () => {
  const refund = { email: TO, order_number: 'AP-7K2-M9X', amount: 99_800, refund_id: 'r1' };
  expect(textOf(refundStarted({ ...refund, reason: 'superseded' }))).toContain(
    'You had cancelled it or started another order before it arrived.',
  );
});

test('a cash order in a demo is marked as such, no other order is', async () => {
  const cash = { ...order(), payment_method: 'cod' as const, payment_mode: null };
  const words = 'This is a demo: no real payment is taken, and nothing is sent.';
  expect(confirmed(cash, true).preview).toBe(words);
  const demo = textOf(confirmed(cash, true));
  expect(demo).toContain(`has been placed. You pay when it arrives. ${words}`);
  expect(demo).toMatch(/Would arrive by about: \w{3}, \w{3} \d\d/);
  expect(demo).not.toMatch(/Delivery to/);
  const real = textOf(confirmed(cash));
  expect(real).toContain('You pay when it arrives.');
  expect(real).not.toContain('demo');
  for (const payment_mode of ['live', null] as const) {
    const paid = { ...order(), payment_mode };
    const emails = JSON.stringify([confirmed(paid), paymentReceived(paid, TO, SITE)]);
    expect(emails).not.toMatch(/demo|test|play/);
    expect(emails).toContain('It is paid, and we are packing it.');
    expect(emails).toContain('We have received your payment of ₹998.00');
  }
});

test('an order’s email says when it comes, leads to contact and returns, and breaks no number', async () => {
  const { html, text } = renderEmail(confirmed(order()), SITE);
  expect(text).toContain('Arrives by about: Fri, Nov 27');
  expect(text).toContain(`${SITE}/contact#order=AP-7K2-M9X`);
  expect(text).toContain(`${SITE}/returns`);
  expect(html).toContain(`src="${SITE}/pictures/products/1-pack-mail.jpg"`);
  expect(html).toContain(
    'Your order <span style="white-space:nowrap">#AP-7K2-M9X</span> has been placed',
  );
});

const BACK = { id: 'r1', amount: 499, created_at: '2026-11-20T20:05:00Z' };

test.each<Partial<Order>>([
  { status: 'shipped' },
  { status: 'delivered' },
  { payment_status: 'refunded' },
  {
    payment_method: 'razorpay',
    payment_status: 'refund_pending',
    refunds: [
      { ...BACK, status: 'queued' },
      { ...BACK, id: 'r2', status: 'processed' },
    ],
  },
])('a confirmation that was held up promises nothing of an order with %o', (state) => {
  for (const payment_method of ['cod', 'razorpay'] as const) {
    const email = JSON.stringify(confirmed({ ...order(), payment_method, ...state }));
    expect(email).not.toMatch(/packing|when it arrives|soon/);
    expect(email).toContain('has been placed."');
  }
  const failed: Partial<Order> = { refunds: [{ ...BACK, amount: 998, status: 'failed' }] };
  expect(JSON.stringify(confirmed({ ...order(), ...failed }))).toContain('packing');
});

test('emails have the colours of the shop, in light and dark mode', () => {
  const css = readFileSync('app/ui/tokens.css', 'utf8');
  const [day, night] = css.split('@media screen and (prefers-color-scheme: dark)');
  for (const [name, colour] of Object.entries(LIGHT))
    expect(day).toContain(`--color-${name}: ${colour};`);
  for (const [name, colour] of Object.entries(DARK))
    expect(night).toContain(`--color-${name}: ${colour};`);
});

/** Every email the shop sends, with `words` in place of all text that guests write. */
function allEmails(words = 'Asha Rao', to = TO): EmailContent[] {
  const auth = { to, userId: 'f1' };
  const link = `${SITE}/reset-password?token_hash=abc&type=recovery`;
  const refund = { email: to, order_number: 'AP-7K2-M9X', amount: 99_800, refund_id: 'r1' };
  const authEmails: AuthEmail[] = [
    { kind: 'confirm_sign_up', ...auth, link },
    { kind: 'reset_password', ...auth, link },
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
    ...{ id: 'm1', ticket: 'T-7KQ-M2X', name: words, email: to, subject: words },
    message: `Hello\n\n${words}`,
  };
  const campaign = {
    ...{ subject: words, heading: words, text: `The flowers are dry.\n\n${words}` },
    ...{ button_label: words, button_url: `${SITE}/products` },
    ...{ picture: '/pictures/og/product-1.jpg', picture_text: 'A bag of dried flowers' },
  };
  const subscriber = { email: to, unsubscribe_token: 'key', offer: null };
  const offer = { code: 'TEA23456789', percent: 10, ends_at: '2026-12-29T00:00:00Z' };
  return [
    ...authEmails.map((email) => accountEmail(email.kind, email, SITE)),
    orderConfirmation(order(words), to, { publicUrl: SITE, demo: false, token: 'token' }),
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
    subscriptionEmail('n1', { ...subscriber, confirmed: false }, 'token', SITE),
    subscriptionEmail('n2', { ...subscriber, confirmed: true }, 'token', SITE),
    subscriptionEmail('n3', { ...subscriber, confirmed: false, offer }, 'token', SITE),
    subscriptionEmail('n4', { ...subscriber, confirmed: true, offer }, 'token', SITE),
  ];
}

function order(words = 'Asha Rao'): Order {
  const placed = newOrder();
  return {
    ...placed,
    total_amount: 998,
    shipping_address: { ...HOME, full_name: words, address_line1: words, address_line2: null },
    payment_method: 'razorpay',
    payment_status: 'paid',
    payment_id: 'pay_1',
    payment_mode: 'live',
    status: 'confirmed',
    created_at: '2026-11-20T20:00:00Z',
    order_items: placed.order_items.map((item) => ({ ...item, product_name: words })),
  };
}

/** All texts of a block. In plain text the words before a URL are enough, where they end with a colon. */
function wordsOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  if ('path' in block) return [];
  if ('link' in block && block.text.endsWith(':')) return [block.text];
  const { kind: _, ...content } = block;
  return textsIn(content).filter((text) => !/^(https?:|\/)/.test(text));
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Object.values(Object(value)).flatMap(textsIn);
}

function urlsOf(block: Block): string[] {
  if (typeof block === 'string') return [];
  if (block.kind === 'action') return [block.url];
  return block.kind === 'note' && block.link ? [block.link.url] : [];
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

const unescapeHtml = (html: string) =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => ENTITIES[name] ?? '');
