import { useId } from 'react';
import { Button } from '#app/ui/button.tsx';

type FilePickerProps = { picked: File | null; onPick: (file: File | null) => void };

/** The browser's file input, behind a label as large as a button. */
export function FilePicker({ picked, onPick }: FilePickerProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium text-foreground">
        CSV file
      </label>
      {picked ? (
        <p className="flex min-h-11 flex-wrap items-center gap-x-3">
          <span className="min-w-0 wrap-anywhere text-foreground">{picked.name}</span>
          <Button tone="quiet" onClick={() => onPick(null)}>
            Another
          </Button>
        </p>
      ) : (
        <input
          id={id}
          type="file"
          accept=".csv,.txt,.tsv,text/csv,text/plain"
          onChange={(event) => onPick(event.target.files?.[0] ?? null)}
          className="min-h-11 w-full rounded-md file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-full file:border-0 file:bg-surface-accent file:px-4 file:font-semibold file:text-foreground"
        />
      )}
    </div>
  );
}
