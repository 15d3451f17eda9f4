import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff, showFactor } from '#test/staff.ts';
import { invitationTokens } from './invitation.ts';
import { manageStaff, StaffRefusedError } from './manage-staff.ts';

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});
beforeEach(async () => {
  await shop.db.owner.query(
    `truncate staff, staff_invitations, audit_log, order_events, stock_movements, manual_refunds, pictures, picture_files,
      price_changes cascade`,
  );
  owner = await newStaff(shop, 'owner');
});

const change = (who: TestShopper, of: TestShopper, body: object) =>
  who.request('PATCH', `/api/admin/staff/${of.shopper.userId}`, body);

const refusal = (answer: { status: number; body: { error?: { code: string } } }) => [
  answer.status,
  answer.body.error?.code,
];

describe('the last owner', () => {
  test('can neither be disabled nor get another role', async () => {
    expect(refusal(await change(owner, owner, { disabled: true }))).toEqual([409, 'last_owner']);
    expect(refusal(await change(owner, owner, { role: 'packer' }))).toEqual([409, 'last_owner']);
    expect((await owner.request('GET', '/api/admin/me')).body).toMatchObject({ role: 'owner' });
  });

  test('stays if two owners disable each other at the same time', async () => {
    const other = await newStaff(shop, 'owner');
    const answers = await Promise.all([
      change(owner, other, { disabled: true }),
      change(other, owner, { disabled: true }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await shop.db.owner.query('select from staff where disabled_at is null');
    expect(rows).toHaveLength(1);
  });
});

test('a change of role takes effect at once and is logged with both roles', async () => {
  const packer = await newStaff(shop, 'packer');
  expect((await packer.request('GET', '/api/admin/staff')).status).toBe(403);
  await change(owner, packer, { role: 'owner' });
  expect((await packer.request('GET', '/api/admin/staff')).status).toBe(200);
  await change(owner, packer, { disabled: true });
  expect((await packer.request('GET', '/api/admin/me')).status).toBe(404);
  const { body } = await owner.request('GET', '/api/admin/audit?verb=change_staff');
  expect(body.entries).toMatchObject([
    { before: { disabled: false }, after: { disabled: true }, staff: owner.shopper.email },
    { before: { role: 'packer' }, after: { role: 'owner' }, subject_id: packer.shopper.email },
  ]);
});

test('the audit log names members by email and finds older entries that have the id', async () => {
  const packer = await newStaff(shop, 'packer');
  const { email, userId } = packer.shopper;
  await change(owner, packer, { role: 'accountant' });
  await shop.db.owner.query(
    `insert into audit_log (staff_id, verb, subject_type, subject_id) values ($1::uuid, 'change_staff', 'staff', $1::uuid::text)`,
    [userId],
  );
  const { body } = await owner.request(
    'GET',
    `/api/admin/audit?subject_id=${encodeURIComponent(email)}`,
  );
  expect(body.entries).toMatchObject([
    { verb: 'change_staff', subject_id: userId, subject_name: email },
    { verb: 'change_staff', subject_id: email, after: { role: 'accountant' } },
  ]);
});

const invite = async (email: string, role = 'packer') => {
  const { body } = await owner.request('POST', '/api/admin/staff/invitations', { email, role });
  return { id: body.id, token: body.link.split('#')[1] };
};
const accept = (who: TestShopper, token: string) =>
  who.request('POST', '/api/admin/staff/acceptance', { token });
const confirmed = async () => {
  const shopper = await shop.newShopper();
  await shop.db.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [
    shopper.shopper.userId,
  ]);
  return shopper;
};

/** Changes the account's address; its sessions stay. */
const moveTo = (who: TestShopper, email: string) =>
  shop.db.owner.query(
    'update auth.users set email = $2, email_confirmed_at = now() where id = $1',
    [who.shopper.userId, email],
  );

const expired = [409, 'invitation_expired'];

describe('a former member cannot return with an earlier invitation', () => {
  const member = async (role: 'packer' | 'owner') => {
    const who = await newStaff(shop, role);
    await moveTo(who, who.shopper.email);
    return who;
  };

  test.each([
    ['access was ended', { disabled: true }],
    ['role was lowered', { role: 'packer' }],
  ])('when the %s', async (_, lost) => {
    const bina = await member('owner');
    const { token } = await invite(bina.shopper.email, 'owner');
    await change(owner, bina, lost);
    expect((await owner.request('GET', '/api/admin/staff')).body.invitations).toEqual([]);
    expect(refusal(await accept(bina, token))).toEqual(expired);
    expect((await bina.request('GET', '/api/admin/staff')).status).not.toBe(200);
  });

  test('an invitation to an address that the account got later is refused', async () => {
    const bina = await member('packer');
    const { token } = await invite('bina-at-home@example.com', 'owner');
    await change(owner, bina, { disabled: true });
    await moveTo(bina, 'bina-at-home@example.com');
    expect(refusal(await accept(bina, token))).toEqual(expired);
    expect((await bina.request('GET', '/api/admin/me')).status).toBe(404);
  });

  test('an invitation to the present address is refused if the account joined with another one', async () => {
    const bina = await member('packer');
    await moveTo(bina, 'bina-now@example.com');
    const { token } = await invite('bina-now@example.com', 'owner');
    await change(owner, bina, { disabled: true });
    expect((await owner.request('GET', '/api/admin/staff')).body.invitations).toEqual([]);
    expect(refusal(await accept(bina, token))).toEqual(expired);
  });

  test('but can with a later invitation', async () => {
    const bina = await member('owner');
    await change(owner, bina, { disabled: true });
    const { token } = await invite(bina.shopper.email, 'packer');
    expect((await accept(bina, token)).body).toEqual({ role: 'packer' });
    expect((await bina.request('GET', '/api/admin/me')).body.role).toBe('packer');
  });
});

describe('an invitation', () => {
  test('makes the account with the invited and confirmed email a staff member, once', async () => {
    const bina = await confirmed();
    const { token } = await invite(bina.shopper.email);
    expect((await accept(bina, token)).body).toEqual({ role: 'packer' });
    await showFactor(shop, bina);
    expect((await bina.request('GET', '/api/admin/me')).body.role).toBe('packer');
    const { body: log } = await owner.request('GET', '/api/admin/audit?verb=accept_invitation');
    expect(log.entries).toMatchObject([{ subject_id: bina.shopper.email }]);
    expect(refusal(await accept(bina, token))).toEqual([409, 'invitation_expired']);
  });

  test('is refused for another or unconfirmed account, and when it is expired, withdrawn or replaced', async () => {
    const bina = await confirmed();
    const other = await confirmed();
    const first = await invite(bina.shopper.email);
    expect(refusal(await accept(other, first.token))).toEqual([409, 'invitation_expired']);
    const second = await invite(bina.shopper.email);
    expect(refusal(await accept(bina, first.token))).toEqual([409, 'invitation_expired']);
    await owner.request('DELETE', `/api/admin/staff/invitations/${second.id}`);
    expect(refusal(await accept(bina, second.token))).toEqual([409, 'invitation_expired']);
    const third = await invite(bina.shopper.email);
    await shop.db.owner.query('update auth.users set email_confirmed_at = null where id = $1', [
      bina.shopper.userId,
    ]);
    expect(refusal(await accept(bina, third.token))).toEqual([409, 'invitation_expired']);
    await shop.db.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [
      bina.shopper.userId,
    ]);
    await shop.db.owner.query('update staff_invitations set expires_at = now()');
    expect(refusal(await accept(bina, third.token))).toEqual([409, 'invitation_expired']);
  });

  test('ends when its inviter is no longer an owner', async () => {
    const bina = await confirmed();
    const former = await newStaff(shop, 'owner');
    const { body } = await former.request('POST', '/api/admin/staff/invitations', {
      email: bina.shopper.email,
      role: 'owner',
    });
    await change(owner, former, { role: 'packer' });
    expect(refusal(await accept(bina, body.link.split('#')[1]))).toEqual([
      409,
      'invitation_expired',
    ]);
    expect((await owner.request('GET', '/api/admin/staff')).body.invitations).toEqual([]);
  });

  test('does not demote an owner', async () => {
    await shop.db.owner.query('update auth.users set email_confirmed_at = now()');
    const { token } = await invite(owner.shopper.email, 'packer');
    await accept(owner, token);
    expect((await owner.request('GET', '/api/admin/me')).body.role).toBe('owner');
  });

  test('stores its token neither in a table nor in a job', async () => {
    const { token } = await invite('new@example.com');
    const { rows } = await shop.db.owner.query(
      `select data::text from jobs.job where name = 'staff-invitation' and data ->> 'email' = 'new@example.com'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('the command on the server', () => {
  const SECRET = 'a secret of the test suite, long enough';
  async function withCommand(work: (staff: ReturnType<typeof manageStaff>) => Promise<void>) {
    const client = new pg.Client(shop.db.connection);
    await client.connect();
    await work(
      manageStaff(client, invitationTokens(SECRET), { acceptUnverifiedEmail: false }),
    ).finally(() => client.end());
  }

  test('makes owners, lists them and revokes all but the last one, with audit entries', () =>
    withCommand(async (staff) => {
      const asha = await shop.newShopper();
      await shop.db.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [
        asha.shopper.userId,
      ]);
      expect(await staff.makeOwnerOrInvite(asha.shopper.email.toUpperCase())).toBeNull();
      await staff.makeOwnerOrInvite(asha.shopper.email); // repeating it changes nothing
      expect(await staff.list()).toHaveLength(2);
      await staff.revoke(owner.shopper.email);
      await expect(staff.revoke(asha.shopper.email)).rejects.toThrow(StaffRefusedError);
      await expect(staff.revoke('nobody@example.com')).rejects.toThrow('is not staff');
      const { rows } = await shop.db.owner.query(
        'select verb, staff_id from audit_log order by id',
      );
      expect(rows).toEqual(
        Array.from({ length: 3 }, () => ({ verb: 'change_staff', staff_id: null })),
      );
    }));

  test('invites where an account was confirmed without an email: whoever signed up first may be anybody', () =>
    withCommand(async (staff) => {
      const somebody = await shop.newShopper();
      await shop.db.owner.query(
        'update auth.users set email_confirmed_at = created_at where id = $1',
        [somebody.shopper.userId],
      );
      expect(await staff.makeOwnerOrInvite(somebody.shopper.email)).toEqual({
        token: expect.any(String),
      });
      expect((await staff.list()).map(({ email }) => email)).not.toContain(somebody.shopper.email);
    }));

  test('logs a removed factor of staff, but not of others', () =>
    withCommand(async (staff) => {
      await expect(staff.accountOf('nobody@example.com')).rejects.toThrow('is not staff');
      expect(await staff.accountOf(owner.shopper.email.toUpperCase())).toBe(owner.shopper.userId);
      const noted = async () =>
        (await shop.db.owner.query('select verb, subject_id from audit_log')).rows;
      expect(await noted()).toEqual([]);
      await staff.recordFactorReset(owner.shopper.email);
      expect(await noted()).toEqual([{ verb: 'reset_factor', subject_id: owner.shopper.email }]);
    }));

  test('withdraws an open invitation with the access, also of somebody without access', () =>
    withCommand(async (staff) => {
      const bina = await newStaff(shop, 'owner');
      await moveTo(bina, bina.shopper.email);
      const { token } = await invite(bina.shopper.email, 'owner');
      await staff.revoke(bina.shopper.email);
      expect(refusal(await accept(bina, token))).toEqual(expired);
      await invite('not-yet@example.com', 'owner');
      await staff.revoke('not-yet@example.com');
      expect((await owner.request('GET', '/api/admin/staff')).body.invitations).toEqual([]);
      await expect(staff.revoke('not-yet@example.com')).rejects.toThrow('is not staff');
    }));

  test('finds a member by the account’s present address, else by the one they joined with', () =>
    withCommand(async (staff) => {
      const [bina, chitra] = [await newStaff(shop, 'owner'), await newStaff(shop, 'owner')];
      const [former, present] = [bina.shopper.email, 'bina-moved@example.com'];
      await moveTo(bina, present);
      expect(await staff.accountOf(present)).toBe(bina.shopper.userId);
      expect(await staff.accountOf(former)).toBe(bina.shopper.userId);
      await moveTo(chitra, former); // hers now
      expect(await staff.accountOf(former)).toBe(chitra.shopper.userId);
      expect((await staff.list()).map(({ email }) => email)).toContain(present);
      await staff.revoke(present);
      expect((await bina.request('GET', '/api/admin/me')).status).toBe(404);
      expect((await chitra.request('GET', '/api/admin/me')).status).toBe(200);
    }));

  test('invites an address without an account, and the link works', () =>
    withCommand(async (staff) => {
      const invited = await staff.makeOwnerOrInvite('first@example.com');
      const first = await shop.newShopper();
      await shop.db.owner.query(
        `update auth.users set email = 'first@example.com', email_confirmed_at = now() where id = $1`,
        [first.shopper.userId],
      );
      const answer = await first.request('POST', '/api/admin/staff/acceptance', {
        token: invited?.token,
      });
      expect(answer.body).toEqual({ role: 'owner' });
    }));
});

test('in demo mode an owner needs no second factor, but an existing one is required', async () => {
  const demo = await openTestShop({ staffFactor: false });
  const member = await newStaff(demo, 'owner', { factor: false });
  expect((await member.request('GET', '/api/admin/staff')).status).toBe(200);
  const { status } = await member.request('POST', '/api/admin/staff/invitations', {
    email: 'new@example.com',
    role: 'packer',
  });
  expect(status).toBe(201);
});
