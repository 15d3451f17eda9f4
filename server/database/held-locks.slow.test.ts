import { beforeEach, describe, expect, test } from 'vitest';
import { resetShop, type Submission, submit, toCheckout } from '#test/checkout.ts';
import { holdLock, waitingStatements } from '#test/locks.ts';
import { type Answer, openTestShop, send, type TestShopper } from '#test/shop.ts';

/** More than the shop has connections. */
const MANY = 14;
/** A shopper's maximum wait in milliseconds. */
const LONGEST_MS = 5_000;

const shop = await openTestShop();
const shoppers = await Promise.all(Array.from({ length: MANY }, () => shop.newShopper()));
const bystander = await shop.newShopper();

beforeEach(() => resetShop(shop.db.owner));

describe('while another connection holds a lock', () => {
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
    [
      'signed-in shoppers',
      'lock table auth.sessions',
      (shopper) => shopper.request('GET', '/api/cart'),
      readList,
    ],
    ['shoppers who order', 'lock table jobs.job_common', placeOrder, add('2')],
  ])(
    '%s get Retry-After while somebody holds %s, and others are served',
    async (_, hold, request, others) => {
      const orders = await Promise.all(shoppers.map((shopper) => toCheckout(shopper, [['1', 1]])));
      const lock = await holdLock(shop.db.owner, hold);
      const asking = shoppers.map((shopper, n) => timed(request(shopper, orders[n])));
      const [ready, other] = await Promise.all([
        timed(send(shop.app, 'GET', '/readyz')),
        timed(others(bystander)),
      ]);
      const answers = await Promise.all(asking);
      await lock.release();

      expect(ready).toMatchObject({ status: 200 });
      expect(other.status).toBeLessThan(300);
      for (const answer of answers) {
        expect(answer).toMatchObject({
          status: 503,
          body: {
            error: { code: 'unavailable', message: expect.stringMatching(/try again in a minute/) },
          },
        });
        expect(answer.headers.get('retry-after')).toBe('60');
      }
      expect(Math.max(...[ready, other, ...answers].map(({ ms }) => ms))).toBeLessThan(LONGEST_MS);
      await expect.poll(() => waitingStatements(shop.db.owner)).toBe(0);
      const again = await Promise.all(shoppers.map((shopper, n) => request(shopper, orders[n])));
      for (const { status } of again) expect(status).toBeLessThan(300);
    },
  );

  test('on their orders, shoppers can read them and place others', async () => {
    await Promise.all(shoppers.map((shopper) => orderAs(shopper)));
    const lock = await holdLock(shop.db.owner, 'select from orders for update');
    const answers = await Promise.all(
      shoppers.flatMap((shopper) => [
        timed(orderAs(shopper)),
        timed(shopper.request('GET', '/api/orders')),
      ]),
    );
    await lock.release();
    for (const { status } of answers) expect(status).toBeLessThan(300);
  });

  test('on sessions, refreshing them gets Retry-After, and others can sign in', async () => {
    const lock = await holdLock(shop.db.owner, 'select from auth.sessions for update');
    const signing = await timed(
      send(shop.app, 'POST', '/auth/v1/signup', {
        email: 'somebody.new@example.com',
        password: 'steep the blue petals',
      }),
    );
    const ending = await Promise.all(
      shoppers.map((shopper) => timed(shopper.request('POST', '/auth/v1/logout?scope=local'))),
    );
    await lock.release();
    expect(signing.status).toBe(200);
    for (const { status, headers, ms } of ending) {
      expect([status, headers.get('retry-after')]).toEqual([503, '60']);
      expect(ms).toBeLessThan(LONGEST_MS);
    }
  });
});

function placeOrder(shopper: TestShopper, order?: Submission): Promise<Answer> {
  return submit(shopper, order ?? {}, `the-order-of-${shopper.shopper.userId}`);
}

async function orderAs(shopper: TestShopper, product = '3'): Promise<Answer> {
  return submit(shopper, await toCheckout(shopper, [[product, 1]]));
}

async function timed(answer: Promise<Answer>): Promise<Answer & { ms: number }> {
  const began = performance.now();
  return { ...(await answer), ms: performance.now() - began };
}
