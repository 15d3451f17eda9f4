import { type ListUpdates, updatesText } from './list-updates.ts';

/** Shows how many rows of the list are new or gone. Its space is reserved, so that no row moves. */
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
          className="min-h-11 rounded-full bg-primary px-4 text-sm font-semibold whitespace-nowrap text-on-primary shadow-soft"
        >
          {text}
        </button>
      )}
    </div>
  );
}
