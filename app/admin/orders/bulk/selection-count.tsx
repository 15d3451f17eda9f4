import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { CloseIcon } from '#app/ui/icons/close.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';

type SelectionCountProps = {
  /** How many orders are selected. */
  count: number;
  /** How many of them are on other pages of the list. */
  elsewhere: number;
  /** The list with all selected orders. */
  together: PageAddress;
  onClear: () => void;
};

/** How many orders are selected, also on other pages, and a button that clears the selection. */
export function SelectionCount({ count, elsewhere, together, onClear }: SelectionCountProps) {
  return (
    <>
      <button
        type="button"
        aria-label="Clear the selection"
        onClick={onClear}
        className="grid size-11 place-items-center rounded-full text-muted hover:bg-surface-accent hover:text-foreground"
      >
        <CloseIcon />
      </button>
      <p className="pr-2 font-semibold text-foreground tabular-nums">{count} selected</p>
      {elsewhere > 0 && (
        <LinkButton to={together} tone="quiet" className={COMPACT_BUTTON}>
          {elsewhere} on other pages
        </LinkButton>
      )}
    </>
  );
}
