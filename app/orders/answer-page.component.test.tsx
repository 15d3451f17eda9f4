import '#app/ui/shop.css';
import { expect, test } from 'vitest';
import { AppError } from '#contract/errors.ts';
import type { AskedOrder, OrderAnswer } from '#contract/order-answers.ts';
import { type Handlers, holdAnswer, refusing } from '#test/component/fake-api.ts';
import { expectVisible } from '#test/component/layout.ts';
import { button, heading } from '#test/component/locators.ts';
import { open } from '#test/component/open.tsx';
import AnswerPage from './answer-page.tsx';

const TOKEN = `${crypto.randomUUID()}.20500.${'A'.repeat(22)}`;

/** A link's page; the order is as the answers make it. */
async function openLink(answer: OrderAnswer, status: AskedOrder['status'] = 'pending') {
  const shop: { order: AskedOrder } = { order: { order_number: 'AP-7K2-M9X', status } };
  const api: Handlers = {
    'GET /order-answers/{token}': () => shop.order,
    'POST /order-answers': ({ body }) => {
      shop.order = {
        ...shop.order,
        status: body.answer === 'confirm' ? 'confirmed' : 'cancelled',
      };
      return shop.order;
    },
  };
  const opened = await open(<AnswerPage />, {
    path: `/cash-order/${answer}?token=${TOKEN}`,
    route: '/cash-order/:answer',
    api,
    as: null,
  });
  return { ...opened, shop, api };
}

const POST = 'POST /order-answers';
const ANSWERS: [OrderAnswer, asked: string, label: string, outcome: string][] = [
  ['confirm', 'Shall we send it?', 'Yes, send it', 'Your order is confirmed'],
  ['cancel', 'Shall we cancel it?', 'Cancel my order', 'This order was cancelled.'],
];

test.each(ANSWERS)(
  'the link to %s shows the number, sends nothing by itself, and says what the button did',
  async (answer, asked, label, outcome) => {
    const { screen, requests, api } = await openLink(answer);
    await expectVisible(screen, 'Order #AP-7K2-M9X', asked);
    expect(requests).not.toContain(POST);
    const held = holdAnswer(api, POST);
    await button(label).click();
    await expect.element(button('Sending...')).toHaveAttribute('aria-disabled', 'true');
    held.release();
    await expectVisible(screen, outcome);
    await expect.element(heading('Order #AP-7K2-M9X')).toHaveFocus();
    await expect.element(button(label)).not.toBeInTheDocument();
    expect(requests.filter((request) => request === POST)).toHaveLength(1);
  },
);

test('an answer that comes too late tells what holds instead', async () => {
  const { screen, shop, api } = await openLink('cancel');
  api[POST] = () => {
    shop.order = { ...shop.order, status: 'shipped' };
    throw new AppError('not_allowed_now');
  };
  await button('Cancel my order').click();
  await expectVisible(screen, 'Your order is on its way to you.');
  await expect.element(button('Cancel my order')).not.toBeInTheDocument();
});

test('an answer that is lost is told, and can be sent again', async () => {
  const { screen, api } = await openLink('confirm');
  const answers = api[POST];
  api[POST] = refusing('unavailable', { message: 'We are very busy.' });
  await button('Yes, send it').click();
  await expectVisible(screen, 'We are very busy.');
  api[POST] = answers;
  await button('Yes, send it').click();
  await expectVisible(screen, 'Your order is confirmed');
});

test('a link to confirm what is confirmed says so', async () => {
  const { screen } = await openLink('confirm', 'processing');
  await expectVisible(screen, 'We are packing your order.');
  await expect.element(button('Yes, send it')).not.toBeInTheDocument();
});

test('a link that has ended leads to the account', async () => {
  const { screen } = await open(<AnswerPage />, {
    path: `/cash-order/confirm?token=${TOKEN}`,
    route: '/cash-order/:answer',
    api: { 'GET /order-answers/{token}': refusing('order_not_found') },
    as: null,
  });
  await expectVisible(screen, 'This link has ended');
  await expect.element(screen.getByRole('link', { name: 'Open my orders' })).toBeVisible();
});
