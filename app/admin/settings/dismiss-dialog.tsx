import { useState } from 'react';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import { dismissFailedJobs } from './failed-jobs-query.ts';
import { jobLabel } from './job-names.ts';

/** Asks before a failed job is dismissed; `job` is null while it is closed. */
export function DismissDialog({ job, onClose }: { job: FailedJob | null; onClose: () => void }) {
  const [busy, setBusy] = useState(false);

  async function dismiss(chosen: FailedJob) {
    setBusy(true);
    try {
      await dismissFailedJobs([chosen.id]);
    } catch (error) {
      showFailure(error, 'Not dismissed');
    } finally {
      setBusy(false);
      onClose();
    }
  }

  return (
    <ConfirmDialog
      title="Dismiss it?"
      open={job !== null}
      keep="Keep it"
      verb="Dismiss"
      busy={busy && 'Working...'}
      onClose={onClose}
      onConfirm={() => job && void dismiss(job)}
    >
      <p>
        {job && jobLabel(job)}: it leaves this list and is not tried again from here. The audit log
        keeps that you dismissed it.
      </p>
    </ConfirmDialog>
  );
}
