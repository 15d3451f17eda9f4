import { useRecentFactor } from '#app/admin/recent-factor.tsx';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Dialog } from '#app/ui/dialog.tsx';
import { WriteButton } from './write-button.tsx';

type CsvButtonProps = { load: () => Promise<{ filename: string; csv: string }> };

/** Saves a list as a CSV file. The server requires a recent second factor and writes the audit log. */
export function CsvButton({ load }: CsvButtonProps) {
  const { withRecentFactor, step, dismiss } = useRecentFactor(true);
  async function save() {
    const { filename, csv } = await withRecentFactor(load);
    saveFile(filename, 'text/csv;charset=utf-8', csv);
  }
  // Also called when the dialog closes because the factor was verified; then there is nothing to cancel.
  const close = () => step && dismiss();
  return (
    <>
      <WriteButton
        tone="secondary"
        className="w-fit"
        work={save}
        failed="Not saved"
        lost="Not saved"
      >
        Save as CSV
      </WriteButton>
      <Dialog title="Your second step" open={step !== null} onClose={close}>
        {step}
      </Dialog>
    </>
  );
}
