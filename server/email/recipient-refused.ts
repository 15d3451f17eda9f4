import { PermanentFailure } from '#server/jobs/permanent-failure.ts';

/** The mail server refuses this address for good; other addresses may get the same mail. */
export class RecipientRefused extends PermanentFailure {
  override name = 'RecipientRefused';
}

/**
 * For emails to addresses that a stranger typed: one that does not exist is nobody's failure, and would hide others from
 * the owner.
 */
export async function exceptRefused(sending: Promise<void>): Promise<void> {
  await sending.catch((error) => {
    if (!(error instanceof RecipientRefused)) throw error;
  });
}
