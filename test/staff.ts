import { randomUUID } from 'node:crypto';
import type { StaffRole } from '#domain/staff.ts';
import type { JobName } from '#server/jobs/queues.ts';
import { submit, toCheckout } from './checkout.ts';
import { jobsDone } from './jobs.ts';
import { type Answer, openTestShop, type TestShop, type TestShopper } from './shop.ts';

type NewStaff = {
  /** Whether they have shown a second factor; they have by default. */
  factor?: boolean;
  /** How long ago, in seconds. */
  shownAgo?: number;
};

/** A signed-in member of the staff, as if they had just shown their second factor. */
export async function newStaff(
  shop: TestShop,
  role: StaffRole,
  { factor = true, shownAgo = 0 }: NewStaff = {},
): Promise<TestShopper> {
  const member = await shop.newShopper();
  const { userId, email } = member.shopper;
  await shop.db.owner.query('insert into staff (user_id, email, role) values ($1, $2, $3)', [
    userId,
    email,
    role,
  ]);
  if (factor) await showFactor(shop, member, shownAgo);
  return member;
}

/** As if the member had shown their second factor so many seconds ago. */
export async function showFactor(shop: TestShop, { shopper }: TestShopper, shownAgo = 0) {
  await shop.db.owner.query(
    `update auth.sessions set aal = 'aal2', amr = jsonb_build_array(
       jsonb_build_object('method', 'totp', 'timestamp', extract(epoch from now())::bigint - $2::bigint)
     ) || amr where id = $1`,
    [shopper.sessionId, shownAgo],
  );
}

/** A shop with a member of each role. */
export async function openStaffedShop(...options: Parameters<typeof openTestShop>) {
  const shop = await openTestShop(...options);
  return { shop, ...(await hireStaff(shop)) };
}

type Given = { who?: TestShopper; version?: number };
type Refund = Given & { key?: string; reason?: string } & Record<string, unknown>;

/** A member of each role, and what they do with orders; the owner does it unless another is given. */
export async function hireStaff(shop: TestShop) {
  const owner = await newStaff(shop, 'owner');
  const packer = await newStaff(shop, 'packer');
  const accountant = await newStaff(shop, 'accountant');

  async function rows(sql: string, values?: unknown[]) {
    return (await shop.db.owner.query(sql, values)).rows;
  }
  const [courier, otherCourier] = (
    await rows(
      'select id from couriers where active and numbered and tracking_url is not null order by name limit 2',
    )
  ).map(({ id }): string => id);
  if (!courier || !otherCourier) throw new Error('The shop has no couriers');

  const get = async (path: string, who = owner): Promise<Answer['body']> =>
    (await who.request('GET', `/api/admin/${path}`)).body;

  /** Another parcel. */
  const parcel = () => ({
    courier,
    tracking_number: `TR${randomUUID().slice(0, 13)}`.toUpperCase(),
  });

  /** What these verbs need, where the test does not say it. */
  const needed: Record<string, () => object> = {
    hand_over: parcel,
    attempt_failed: () => ({ reason: 'nobody_home' }),
    cancel: () => ({ reason: 'other' }),
    receive_back: () => ({ good: [] }),
    decline_refund: () => ({ reason: 'replaced' }),
  };

  async function versionOf(id: string): Promise<number> {
    return (await rows('select version from orders where id = $1', [id]))[0]?.version ?? 0;
  }

  /** Sends one verb, with the order's present version unless another is given. */
  async function act(
    id: string,
    verb: string,
    { who = owner, version, ...more }: Given & Record<string, unknown> = {},
  ): Promise<Answer> {
    const data = { ...needed[verb]?.(), ...more, version: version ?? (await versionOf(id)) };
    return who.request('POST', `/api/admin/orders/${id}/actions`, { verb, ...data });
  }

  async function giveMoney(
    path: string,
    id: string,
    { who = owner, key = randomUUID(), version, ...more }: Refund,
  ): Promise<Answer> {
    const body = { reason: 'goodwill', ...more, version: version ?? (await versionOf(id)) };
    const headers = { 'idempotency-key': key };
    return who.request('POST', `/api/admin/orders/${id}/${path}`, body, headers);
  }

  return {
    owner,
    packer,
    accountant,
    rows,
    courier,
    otherCourier,
    parcel,
    get,
    act,

    /** Places an order in cash, as a new shopper unless one is given. */
    async place(
      lines: [string, number][] = [['1', 2]],
      by?: TestShopper,
    ): Promise<{ id: string; order_number: string; shopper: TestShopper }> {
      const shopper = by ?? (await shop.newShopper());
      const { status, body } = await submit(shopper, await toCheckout(shopper, lines));
      if (status !== 201) throw new Error(`The order was answered ${JSON.stringify(body)}`);
      return { id: body.id, order_number: body.order_number, shopper };
    },

    /** Takes an order through these steps; returns it as the owner sees it then. */
    async go(id: string, ...verbs: string[]): Promise<Answer['body']> {
      for (const verb of verbs) {
        const { status, body } = await act(id, verb);
        if (status !== 200) throw new Error(`${verb} of ${verbs}: ${JSON.stringify(body)}`);
      }
      return get(`orders/${id}`);
    },

    actOnAll: (verb: string, items: object[], more: object = {}, who = owner) =>
      who.request('POST', '/api/admin/orders/actions', { verb, items, ...more }),
    /** An order's page. */
    page: (id: string, who = owner) => get(`orders/${id}`, who),
    /** What the shopper reads of an order. */
    seenBy: async (shopper: TestShopper, id: string): Promise<Answer['body']> =>
      (await shopper.request('GET', `/api/orders/${id}`)).body,
    /** The log's entries, the newest first. */
    logged: async (query: string, who = owner): Promise<Answer['body']> =>
      (await get(`audit?${query}`, who)).entries,
    stockOf: async (product = '1'): Promise<number> =>
      (await rows('select stock from products where id = $1', [product]))[0]?.stock,

    /** Refunds by the gateway. */
    refund: (id: string, amount: number, more: Refund = {}) =>
      giveMoney('refunds', id, { amount, ...more }),
    /** Refunds past the gateway. */
    refundByHand: (id: string, amount: number, more: Refund = {}) =>
      giveMoney('manual-refunds', id, { amount, way: 'upi', reference: 'UTR1', ...more }),

    /** Sends the emails that wait for their minute, also those that the first ones queue. */
    async emailsLeave(name: JobName = 'order-mail'): Promise<void> {
      for (const _ of [1, 2]) {
        await rows(
          `update jobs.job set start_after = now() where name = $1 and state = 'created'`,
          [name],
        );
        shop.wake(name);
        await jobsDone(shop.db.owner);
      }
    },
  };
}
