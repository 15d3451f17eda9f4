import { COMPACT_BUTTON } from '#app/admin/compact-button.ts';
import { Button, LinkButton } from '#app/ui/button.tsx';
import type { PageAddress } from '#app/ui/page-path.ts';

type SelectionCountProps = {
  /** How many orders are selected. */
  count: number;
  /** How many of them are on other pages of the list. */
  elsewhere: number;
  /** Where they are shown together. */
  together: PageAddress;
  onClear: () => void;
};

/** How many orders are selected, also those that the page does not show; and the end of the selection. */
export function SelectionCount({ count, elsewhere, together, onClear }: SelectionCountProps) {
  return (
    <>
      <p className="px-3 font-semibold text-ink tabular-nums">{count} selected</p>
      {elsewhere > 0 && (
        <LinkButton to={together} tone="quiet" className={COMPACT_BUTTON}>
          {elsewhere} on other pages
        </LinkButton>
      )}
      <Button tone="quiet" className={COMPACT_BUTTON} onClick={onClear}>
        Clear
      </Button>
    </>
  );
}
