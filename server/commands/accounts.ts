import type { AccountAdmin } from '@aparajita/auth-server';
import { OperatorError } from '#server/operator-errors.ts';
import { command } from './command.ts';
import { deleteAccountCommand } from './delete-account.ts';
import { withAccounts } from './with-accounts.ts';

const USAGE = `Usage: npm run accounts -- COMMAND EMAIL
  remove-factor EMAIL [NAME]   removes a second factor of this name, or all, with the recovery codes of the last
  end-sessions EMAIL           signs the account out everywhere
  ban EMAIL                    keeps everybody out of the account
  unban EMAIL                  lets its owner in again
Each ends the account's sessions and is told to its owner by email.
  delete EMAIL [--yes]         deletes the account and what the shop keeps of its owner, except what the books need;
                               asks for the email again, or not with --yes. Nobody is told: answer the customer yourself`;

const COMMANDS = new Map<
  string,
  (admin: AccountAdmin, email: string, name?: string) => Promise<string>
>([
  [
    'remove-factor',
    async (manage, email, name) =>
      `Removed: ${(await manage.removeFactor(email, name)).map((each) => each || 'unnamed').join(', ')}`,
  ],
  ['end-sessions', async (manage, email) => `Sessions ended: ${await manage.endSessions(email)}`],
  [
    'ban',
    async (manage, email) => {
      await manage.ban(email);
      return 'The account is closed until: npm run accounts -- unban';
    },
  ],
  [
    'unban',
    async (manage, email) => {
      await manage.unban(email);
      return 'The account is open again.';
    },
  ],
]);

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
