import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused } from '#test/checkout.ts';
import { openTestShop, SECRET, type TestShopper } from '#test/shop.ts';
import { newStaff, showFactor } from '#test/staff.ts';
import { invitationTokens } from './invitation.ts';
import { manageStaff } from './manage-staff.ts';

const shop = await openTestShop();
let owner: TestShopper;
beforeEach(async () => {
  await shop.db.owner.query('truncate staff, staff_invitations, audit_log cascade');
  owner = await newStaff(shop, 'owner');
});

const change = (of: TestShopper, body: object, who = owner) =>
  who.request('PATCH', `/api/admin/staff/${of.shopper.userId}`, body);
const logged = async (query: string) =>
  (await owner.request('GET', `/api/admin/audit?${query}`)).body.entries;
const roleOf = async (who: TestShopper) => {
  const { status, body } = await who.request('GET', '/api/admin/me');
  return status === 200 ? body.role : status;
};
const invite = async (email: string, role = 'packer', who = owner) => {
  const { body } = await who.request('POST', '/api/admin/staff/invitations', { email, role });
  return { id: body.id, token: body.link.split('#')[1] };
};
const invitations = async () => (await owner.request('GET', '/api/admin/staff')).body.invitations;
const accept = (who: TestShopper, token: string) =>
  who.request('POST', '/api/admin/staff/acceptance', { token });
const expired = refused(409, 'invitation_expired');

/** Sets when the account's address was confirmed. */
const confirm = async (who: TestShopper, at: 'now()' | 'null' | 'created_at' = 'now()') => {
  const set = `update auth.users set email_confirmed_at = ${at} where id = $1`;
  await shop.db.owner.query(set, [who.shopper.userId]);
  return who;
};
const confirmed = async () => confirm(await shop.newShopper());
/** Changes the account's address; its sessions stay. */
const moveTo = async (who: TestShopper, email: string) => {
  const set = 'update auth.users set email = $2 where id = $1';
  await shop.db.owner.query(set, [who.shopper.userId, email]);
  await confirm(who);
};

test('the last owner can neither be disabled nor get another role, also if two disable each other at once', async () => {
  for (const body of [{ disabled: true }, { role: 'packer' }])
    expect(await change(owner, body)).toMatchObject(refused(409, 'last_owner'));
  expect(await roleOf(owner)).toBe('owner');
  const other = await newStaff(shop, 'owner');
  const end = { disabled: true };
  const answers = await Promise.all([change(other, end), change(owner, end, other)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await shop.db.owner.query('select from staff where disabled_at is null');
  expect(rows).toHaveLength(1);
});

test('a change of role takes effect at once, and is logged with both roles and the email', async () => {
  const packer = await newStaff(shop, 'packer');
  const { email } = packer.shopper;
  const read = async () => (await packer.request('GET', '/api/admin/staff')).status;
  expect(await read()).toBe(403);
  await change(packer, { role: 'owner' });
  expect(await read()).toBe(200);
  await change(packer, { disabled: true });
  expect(await roleOf(packer)).toBe(404);
  expect(await logged('verb=change_staff')).toMatchObject([
    { before: { disabled: false }, after: { disabled: true }, staff: owner.shopper.email },
    { before: { role: 'packer' }, after: { role: 'owner' }, subject_id: email },
  ]);
});

describe('a former member cannot return with an earlier invitation', () => {
  const member = async () => confirm(await newStaff(shop, 'owner'));

  test.each<[string, lost: object, moved: 'before' | 'later' | null]>([
    ['when the access was ended', { disabled: true }, null],
    ['when the role was lowered', { role: 'packer' }, null],
    ['to an address that the account got later', { disabled: true }, 'later'],
    ['to the address of an account that joined with another', { disabled: true }, 'before'],
  ])('%s', async (_, lost, moved) => {
    const bina = await member();
    const email = moved ? `bina-${moved}@example.com` : bina.shopper.email;
    if (moved === 'before') await moveTo(bina, email);
    const { token } = await invite(email, 'owner');
    await change(bina, lost);
    if (moved === 'later') await moveTo(bina, email);
    else expect(await invitations()).toEqual([]);
    expect(await accept(bina, token)).toMatchObject(expired);
    expect(await roleOf(bina)).not.toBe('owner');
  });

  test('but can with a later invitation', async () => {
    const bina = await member();
    await change(bina, { disabled: true });
    const { token } = await invite(bina.shopper.email);
    expect((await accept(bina, token)).body).toEqual({ role: 'packer' });
    expect(await roleOf(bina)).toBe('packer');
  });
});

describe('an invitation', () => {
  test('makes the account with the invited and confirmed email a staff member, once', async () => {
    const bina = await confirmed();
    const { token } = await invite(bina.shopper.email);
    expect((await accept(bina, token)).body).toEqual({ role: 'packer' });
    await showFactor(shop, bina);
    expect(await roleOf(bina)).toBe('packer');
    const entry = { subject_id: bina.shopper.email };
    expect(await logged('verb=accept_invitation')).toMatchObject([entry]);
    expect(await accept(bina, token)).toMatchObject(expired);
    // Its token is neither in a table nor in a job.
    const { rows } = await shop.db.owner.query(
      `select data::text from jobs.job where name = 'staff-invitation'`,
    );
    expect(JSON.stringify(rows)).toContain(bina.shopper.email);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('is refused for another or unconfirmed account, and when it is expired, withdrawn or replaced', async () => {
    const bina = await confirmed();
    const first = await invite(bina.shopper.email);
    expect(await accept(await confirmed(), first.token)).toMatchObject(expired);
    const second = await invite(bina.shopper.email);
    expect(await accept(bina, first.token)).toMatchObject(expired);
    await owner.request('DELETE', `/api/admin/staff/invitations/${second.id}`);
    expect(await accept(bina, second.token)).toMatchObject(expired);
    const third = await invite(bina.shopper.email);
    await confirm(bina, 'null');
    expect(await accept(bina, third.token)).toMatchObject(expired);
    await confirm(bina);
    await shop.db.owner.query('update staff_invitations set expires_at = now()');
    expect(await accept(bina, third.token)).toMatchObject(expired);
  });

  test('ends when its inviter is no longer an owner, and demotes none', async () => {
    const bina = await confirmed();
    const former = await newStaff(shop, 'owner');
    const { token } = await invite(bina.shopper.email, 'owner', former);
    await change(former, { role: 'packer' });
    expect(await accept(bina, token)).toMatchObject(expired);
    expect(await invitations()).toEqual([]);
    await confirm(owner);
    await accept(owner, (await invite(owner.shopper.email)).token);
    expect(await roleOf(owner)).toBe('owner');
  });
});

describe('the command on the server', () => {
  async function withCommand(work: (staff: ReturnType<typeof manageStaff>) => Promise<void>) {
    const client = new pg.Client(shop.db.connection);
    await client.connect();
    const options = { acceptUnverifiedEmail: false };
    await work(manageStaff(client, invitationTokens(SECRET), options)).finally(() => client.end());
  }
  const auditLog = async () =>
    (await shop.db.owner.query('select verb, staff_id, subject_id from audit_log')).rows;

  test('makes owners, lists them and revokes all but the last one, with audit entries', () =>
    withCommand(async (staff) => {
      const { email } = (await confirmed()).shopper;
      expect(await staff.makeOwnerOrInvite(email.toUpperCase())).toBeNull();
      await staff.makeOwnerOrInvite(email); // repeating it changes nothing
      expect(await staff.list()).toHaveLength(2);
      await staff.revoke(owner.shopper.email);
      await expect(staff.revoke(email)).rejects.toThrow('last owner');
      await expect(staff.revoke('nobody@example.com')).rejects.toThrow('is not staff');
      const entry = { verb: 'change_staff', staff_id: null };
      expect(await auditLog()).toMatchObject([entry, entry, entry]);
    }));

  test('invites an address without an account, and one confirmed without an email, which may be anybody’s', () =>
    withCommand(async (staff) => {
      const anybody = await confirm(await shop.newShopper(), 'created_at');
      const { email } = anybody.shopper;
      expect(await staff.makeOwnerOrInvite(email)).toEqual({ token: expect.any(String) });
      expect((await staff.list()).map((member) => member.email)).not.toContain(email);
      const invited = await staff.makeOwnerOrInvite('first@example.com');
      await moveTo(anybody, 'first@example.com');
      expect((await accept(anybody, invited?.token ?? '')).body).toEqual({ role: 'owner' });
    }));

  test('logs a removed factor of staff, but not of others', () =>
    withCommand(async (staff) => {
      const { email } = owner.shopper;
      await expect(staff.accountOf('nobody@example.com')).rejects.toThrow('is not staff');
      await staff.recordFactorReset(email);
      expect(await auditLog()).toMatchObject([{ verb: 'reset_factor', subject_id: email }]);
    }));

  test('withdraws an open invitation with the access, also of somebody without access', () =>
    withCommand(async (staff) => {
      const bina = await confirm(await newStaff(shop, 'owner'));
      const { token } = await invite(bina.shopper.email, 'owner');
      await staff.revoke(bina.shopper.email);
      expect(await accept(bina, token)).toMatchObject(expired);
      await invite('not-yet@example.com', 'owner');
      await staff.revoke('not-yet@example.com');
      expect(await invitations()).toEqual([]);
      await expect(staff.revoke('not-yet@example.com')).rejects.toThrow('is not staff');
    }));

  test('finds a member by the account’s present address, else by the one they joined with', () =>
    withCommand(async (staff) => {
      const [bina, chitra] = [await newStaff(shop, 'owner'), await newStaff(shop, 'owner')];
      const [former, present] = [bina.shopper.email, 'bina-moved@example.com'];
      await moveTo(bina, present);
      for (const email of [present, former.toUpperCase()])
        expect(await staff.accountOf(email)).toBe(bina.shopper.userId);
      await moveTo(chitra, former); // hers now
      expect(await staff.accountOf(former)).toBe(chitra.shopper.userId);
      await staff.revoke(present);
      expect([await roleOf(bina), await roleOf(chitra)]).toEqual([404, 'owner']);
    }));
});
