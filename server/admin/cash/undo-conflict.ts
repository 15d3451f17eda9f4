import { AppError } from '#contract/errors.ts';

type Changed = { order_number: string; by: 'settled' | 'disputed' | 'list' };

const MAX_SHOWN = 5;

/** The error that names what must be undone before a posting can be undone. */
export function undoConflict(changed: readonly Changed[]): AppError {
  const changedBy = (by: Changed['by']) => changed.filter((each) => each.by === by);
  const settled = changedBy('settled');
  const disputed = changedBy('disputed');
  const list = changedBy('list');
  const sentences = [
    settled.length > 0 &&
      `${listNumbers(settled)} ${wasOrWere(settled)} settled by hand since: reopen ${settled.length === 1 ? 'it' : 'them'} under “Settled by hand” first.`,
    disputed.length > 0 &&
      `${listNumbers(disputed)} ${wasOrWere(disputed)} disputed since: end the dispute first.`,
    list.length > 0 && `${listNumbers(list)} came with a later list: undo that list first.`,
  ].filter((sentence) => sentence !== false);
  return new AppError(
    'changed_meanwhile',
    sentences.length > 0 ? { message: sentences.join(' ') } : {},
  );
}

/** 'AP-1, AP-2 and 3 more' */
function listNumbers(changed: readonly Changed[]): string {
  const shown = changed.slice(0, MAX_SHOWN).map(({ order_number }) => order_number);
  const more = changed.length - shown.length;
  const [last = ''] = more > 0 ? [`${more} more`] : shown.splice(-1);
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

function wasOrWere({ length }: readonly Changed[]): string {
  return length === 1 ? 'was' : 'were';
}
