import { useFactorDialog } from '#app/admin/recent-factor.tsx';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { useWrite } from './use-write.ts';

type CsvButtonProps = { load: () => Promise<{ filename: string; csv: string }> };

/** Saves a list as a CSV file. The server requires a recent second factor and writes the audit log. */
export function CsvButton({ load }: CsvButtonProps) {
  const { write, busy, failure } = useWrite();
  const { withRecentFactor, dialog } = useFactorDialog();
  const save = () =>
    write(async () => {
      const { filename, csv } = await withRecentFactor(load);
      saveFile(filename, 'text/csv;charset=utf-8', csv);
    });

  return (
    <>
      <Button
        tone="secondary"
        busy={busy && 'Saving...'}
        onClick={() => void save()}
        className="justify-self-start"
      >
        Save as CSV
      </Button>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      {dialog}
    </>
  );
}
