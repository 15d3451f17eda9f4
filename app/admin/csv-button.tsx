import { useState } from 'react';
import { useFactorDialog } from '#app/admin/staff/use-factor-dialog.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';

type CsvButtonProps = { load: () => Promise<{ filename: string; csv: string }> };

/** Saves a list as a CSV file. The server requires a recent second factor and writes the audit log. */
export function CsvButton({ load }: CsvButtonProps) {
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);
  const { withRecentFactor, dialog } = useFactorDialog();

  async function save() {
    setFailure('');
    setSaving(true);
    try {
      const { filename, csv } = await withRecentFactor(load);
      saveFile(filename, 'text/csv;charset=utf-8', csv);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return (
    <>
      <Button
        tone="secondary"
        busy={saving && 'Saving...'}
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
