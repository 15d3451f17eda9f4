import { createInterface } from 'node:readline';
import {
  type Deletion,
  DeletionRefusedError,
  deleteAccount,
} from '#server/accounts/delete-account.ts';
import { normalizeEmail } from '#server/accounts/normalize-email.ts';
import type { Settings } from '#server/environment/settings.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { withOwnerClient } from './command.ts';

/** `npm run accounts -- delete EMAIL`: asks for the email again, unless `confirmed`. */
export async function deleteAccountCommand(
  settings: Settings,
  email: string,
  confirmed: boolean,
): Promise<void> {
  if (settings.hostedAccounts) {
    throw new OperatorError('The accounts are kept by the service at AUTH_URL.');
  }
  if (!confirmed && !(await isTypedAgain(email))) {
    throw new OperatorError('That is another email. Nothing was deleted.');
  }
  try {
    console.log(
      deletionSummary(await withOwnerClient(settings, (client) => deleteAccount(client, email))),
    );
  } catch (error) {
    throw error instanceof DeletionRefusedError ? new OperatorError(error.message) : error;
  }
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

/** Where the database's name of a kind of rows says too little. */
const NAMES: Record<string, string> = {
  addresses: 'saved addresses',
  cart: 'lines of the cart',
  emails: 'emails stored here',
};

function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${NAMES[kind] ?? kind}: ${count}`)
    .join(', ');
}
