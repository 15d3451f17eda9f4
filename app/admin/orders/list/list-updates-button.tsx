import { type ListUpdates, updatesText } from './list-updates.ts';

/** Shows what came to the list meanwhile. Its place is there before, so that it moves no row. */
export function ListUpdatesButton({
  updates,
  onShow,
}: {
  updates: ListUpdates;
  onShow: () => void;
}) {
  const text = updatesText(updates);
  return (
    <div role="status" className="ml-auto h-11">
      {text && (
        <button
          type="button"
          onClick={onShow}
          className="min-h-11 rounded-full bg-petal px-4 text-sm font-semibold whitespace-nowrap text-on-petal shadow-soft"
        >
          {text}
        </button>
      )}
    </div>
  );
}
