import { PermanentFailure } from '#server/jobs/permanent-failure.ts';

/** The mail server refuses this address for good; other addresses may get the same email. */
export class RecipientRefused extends PermanentFailure {
  override name = 'RecipientRefused';
}

/**
 * Ignores a refused recipient. For emails to addresses that a stranger typed: such a refusal is no failure of the shop, and
 * many of them would hide real failures in the owner's list.
 */
export async function ignoreRefusedRecipient(sending: Promise<void>): Promise<void> {
  await sending.catch((error) => {
    if (!(error instanceof RecipientRefused)) throw error;
  });
}
