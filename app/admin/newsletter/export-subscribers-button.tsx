import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { useFactorDialog } from '#app/admin/staff/use-factor-dialog.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { saveFile } from '#app/shell/document/save-file.ts';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { dayInIndia } from '#domain/day.ts';

/** Saves the confirmed addresses as a CSV file. Requires a recent second factor. */
export function ExportSubscribersButton() {
  const [busy, setBusy] = useState(false);
  const { withRecentFactor, dialog } = useFactorDialog();

  async function save() {
    setBusy(true);
    try {
      const { csv } = await withRecentFactor(() => callAdmin('POST /admin/newsletter/export'));
      saveFile(`newsletter-${dayInIndia(Date.now())}.csv`, 'text/csv;charset=utf-8', csv);
    } catch (error) {
      showToast({ title: 'Not exported', description: messageOf(error), tone: 'destructive' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <Button tone="secondary" busy={busy && 'Exporting...'} onClick={() => void save()}>
        Export as CSV
      </Button>
      {dialog}
    </>
  );
}
