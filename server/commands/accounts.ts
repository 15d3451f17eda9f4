import { createInterface } from 'node:readline';
import type { AccountAdmin } from '@aparajita/auth-server';
import { type Deletion, deleteAccount } from '#server/accounts/delete-account.ts';
import { normalizeEmail } from '#server/accounts/normalize-email.ts';
import type { Settings } from '#server/environment/settings.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { command, withAccounts, withOwnerClient } from './command.ts';

/** Where the database's name of a kind of rows says too little. */
const COUNTED_NAMES: Record<string, string> = {
  addresses: 'saved addresses',
  cart: 'lines of the cart',
  emails: 'emails stored here',
};

const USAGE = `Usage: npm run accounts -- COMMAND EMAIL
  remove-factor EMAIL [NAME]   removes a second factor of this name, or all, with the recovery codes of the last
  end-sessions EMAIL           signs the account out everywhere
  ban EMAIL                    keeps everybody out of the account
  unban EMAIL                  lets its owner in again
Each ends the account's sessions and is told to its owner by email.
  delete EMAIL [--yes]         deletes the account and what the shop keeps of its owner, except what the books need;
                               asks for the email again, or not with --yes. Nobody is told: answer the customer yourself`;

type Command = (admin: AccountAdmin, email: string, name?: string) => Promise<string>;

const COMMANDS = new Map(
  Object.entries<Command>({
    'remove-factor': async (admin, email, name) =>
      `Removed: ${(await admin.removeFactor(email, name)).map((each) => each || 'unnamed').join(', ')}`,
    'end-sessions': async (admin, email) => `Sessions ended: ${await admin.endSessions(email)}`,
    ban: async (admin, email) => {
      await admin.ban(email);
      return 'The account is closed until: npm run accounts -- unban';
    },
    unban: async (admin, email) => {
      await admin.unban(email);
      return 'The account is open again.';
    },
  }),
);

/** `npm run accounts`: what the owner does on a shopper's request, whether or not the shop is running. */
await command(async (settings, args) => {
  const [verb = '', email, name, ...rest] = args;
  const run = COMMANDS.get(verb);
  if (verb === 'delete' && email !== undefined && rest.length === 0) {
    if (name !== undefined && name !== '--yes') throw new OperatorError(USAGE);
    return deleteAccountCommand(settings, email, name === '--yes');
  }
  if (!run || email === undefined || rest.length > 0) throw new OperatorError(USAGE);
  if (name !== undefined && verb !== 'remove-factor') throw new OperatorError(USAGE);
  await withAccounts(settings, async (manage) => console.log(await run(manage, email, name)));
});

/** `npm run accounts -- delete EMAIL`: asks for the email again, unless `confirmed`. */
async function deleteAccountCommand(
  settings: Settings,
  email: string,
  confirmed: boolean,
): Promise<void> {
  if (!confirmed && !(await isTypedAgain(email))) {
    throw new OperatorError('That is another email. Nothing was deleted.');
  }
  console.log(
    deletionSummary(await withOwnerClient(settings, (client) => deleteAccount(client, email))),
  );
}

async function isTypedAgain(email: string): Promise<boolean> {
  process.stdout.write('This cannot be undone. Type the email again to delete the account: ');
  for await (const line of createInterface({ input: process.stdin })) {
    return normalizeEmail(line) === normalizeEmail(email);
  }
  return false;
}

function deletionSummary({ deleted, kept }: Deletion): string {
  return `Deleted: the account with its sessions and second factors, the network addresses in its log
  ${formatCounts(deleted)}
Kept for the books, with name, address and email as sold
  ${formatCounts(kept)}
Not reached: the shop's mailbox, backups, Razorpay and the courier`;
}

function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${COUNTED_NAMES[kind] ?? kind}: ${count}`)
    .join(', ');
}
