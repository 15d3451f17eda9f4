import { invitationLink, invitationTokens } from '#server/admin/staff/invitation.ts';
import { manageStaff, type StaffManagement } from '#server/admin/staff/manage-staff.ts';
import { readOrCreateSecret } from '#server/demo/production-data.ts';
import type { Settings } from '#server/environment/settings.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { command, withAccounts, withOwnerClient } from './command.ts';

const USAGE = `Usage: npm run owner [-- EMAIL [--revoke | --reset-factor]]
  (nothing)              lists the staff
  EMAIL                  makes the account an owner of the shop, or prints an invitation where there is none
  EMAIL --revoke         takes somebody's role or invitation away; the last owner stays
  EMAIL --reset-factor   removes lost second factors and signs the account out everywhere`;

async function withStaff<T>(
  settings: Settings,
  work: (staff: StaffManagement) => Promise<T>,
): Promise<T> {
  const secret = settings.authSecret ?? (await readOrCreateSecret(settings.dataDir));
  return withOwnerClient(settings, async (client) => {
    const { rows } = await client.query(`select to_regclass('staff') is not null as made`);
    if (!rows[0]?.made) throw new OperatorError('Start the shop once: it makes its tables then.');
    return await work(
      manageStaff(client, invitationTokens(secret), { acceptUnverifiedEmail: settings.demo }),
    );
  });
}

async function list(staff: StaffManagement): Promise<void> {
  const members = await staff.list();
  if (members.length === 0) console.log('Nobody yet. Make the first: npm run owner -- EMAIL');
  for (const { email, role, disabled } of members) {
    console.log(`${email}: ${role}${disabled ? ' (disabled)' : ''}`);
  }
}

async function makeOwnerOrInvite(
  settings: Settings,
  staff: StaffManagement,
  email: string,
): Promise<void> {
  const { publicUrl, demo } = settings;
  const invited = await staff.makeOwnerOrInvite(email);
  if (invited) {
    console.log(`There is no account whose email was confirmed by a link. Send this link to its owner:
${invitationLink(invited.token, publicUrl)}
It works once, within 24 hours, after signing in with this email.`);
  } else {
    console.log(`${email} is an owner. The admin is at ${publicUrl}/admin`);
  }
  if (!demo) console.log(`A second factor is needed: ${publicUrl}/account/security`);
}

/** `npm run owner`: who runs the shop. It may be used while the shop is running. */
await command(async (settings, args) => {
  const [email, flag, ...rest] = args;
  if (rest.length > 0 || email?.startsWith('-')) throw new OperatorError(USAGE);
  if (email === undefined) return withStaff(settings, list);
  if (flag === undefined)
    return withStaff(settings, (staff) => makeOwnerOrInvite(settings, staff, email));
  if (flag === '--revoke') {
    await withStaff(settings, (staff) => staff.revoke(email));
    console.log(`${email} is no longer staff. Their open pages stop working at once.`);
    return;
  }
  if (flag !== '--reset-factor') throw new OperatorError(USAGE);
  const id = await withStaff(settings, (staff) => staff.accountOf(email));
  await withAccounts(settings, async (manage) => {
    console.log(`Removed: ${(await manage.removeFactor({ id })).join(', ') || 'unnamed'}`);
  });
  await withStaff(settings, (staff) => staff.recordFactorReset(email));
});
