import { beforeEach, expect, test } from 'vitest';
import { resetShop, type Submission, submit, toCheckout } from '#test/checkout.ts';
import { holdLock, waitingStatements } from '#test/locks.ts';
import { type Answer, openTestShop, send, type TestShopper } from '#test/shop.ts';

/** More than the shop has connections. */
const MANY = 14;

const shop = await openTestShop();
const shoppers = await Promise.all(Array.from({ length: MANY }, () => shop.newShopper()));
const bystander = await shop.newShopper();

beforeEach(() => resetShop(shop.db.owner));

const readAddresses = (shopper: TestShopper) => shopper.request('GET', '/api/addresses');
const readList = () => send(shop.app, 'GET', '/api/products');
const add = (product_id: string) => (shopper: TestShopper) =>
  shopper.request('POST', '/api/cart/items', { product_id, quantity: 1 });

test.each<
  [string, string, (shopper: TestShopper, order?: Submission) => Promise<Answer>, typeof orderAs]
>([
  ['shoppers who order', 'select from cart_items for update', placeOrder, orderAs],
  ['shoppers who order', 'select from addresses for update', placeOrder, orderAs],
  ['its buyers', `select from products where id = '4' for update`, add('4'), orderAs],
  ['readers of the list', 'lock table products', readList, readAddresses],
  ['shoppers who order', 'lock table products', placeOrder, readAddresses],
  ['signed-in shoppers', 'lock table auth.sessions', readAddresses, readList],
  ['shoppers who order', 'lock table jobs.job_common', placeOrder, add('2')],
])(
  '%s get Retry-After while somebody holds %s, and others are served',
  async (_, hold, request, others) => {
    const orders = await Promise.all(shoppers.map((shopper) => toCheckout(shopper, [['1', 1]])));
    const askAll = () => Promise.all(shoppers.map((shopper, n) => request(shopper, orders[n])));
    const lock = await holdLock(shop.db.owner, hold);
    const asking = askAll();
    const ready = await send(shop.app, 'GET', '/readyz');
    const other = await others(bystander);
    const answers = await asking; // while the lock is still held
    await lock.release();
    expect(ready).toMatchObject({ status: 200 });
    expect(other.status).toBeLessThan(300);
    for (const answer of answers) expectRetryAfter(answer);
    await expect.poll(() => waitingStatements(shop.db.owner)).toBe(0);
    for (const { status } of await askAll()) expect(status).toBeLessThan(300);
  },
);

function placeOrder(shopper: TestShopper, order?: Submission): Promise<Answer> {
  return submit(shopper, order ?? {}, `the-order-of-${shopper.shopper.userId}`);
}

async function orderAs(shopper: TestShopper, product = '3'): Promise<Answer> {
  return submit(shopper, await toCheckout(shopper, [[product, 1]]));
}

function expectRetryAfter(answer: Answer): void {
  const message = expect.stringMatching(/try again in a minute/);
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable', message } } });
  expect(answer.headers.get('retry-after')).toBe('60');
}
