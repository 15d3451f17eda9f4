import { useLayoutEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import { showFailure } from '#app/admin/show-failure.ts';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import { dismissFailedJobs } from './failed-jobs-query.ts';
import { jobLabel } from './job-label.ts';

/** Asks before a failed job is dismissed; `job` is null while it is closed. */
export function DismissDialog({ job, onClose }: { job: FailedJob | null; onClose: () => void }) {
  const [working, setWorking] = useState<string | null>(null);
  const shown = useRef(job);
  useLayoutEffect(() => {
    shown.current = job;
  });

  async function dismiss(chosen: FailedJob) {
    setWorking(chosen.id);
    try {
      await dismissFailedJobs([chosen.id]);
    } catch (error) {
      showFailure(error, 'Not dismissed');
    } finally {
      setWorking((id) => (id === chosen.id ? null : id));
      // The dialog may have been closed meanwhile, and opened for another job.
      if (shown.current?.id === chosen.id) onClose();
    }
  }

  return (
    <ConfirmDialog
      title="Dismiss it?"
      open={job !== null}
      keep="Keep it"
      verb="Dismiss"
      busy={working !== null && working === job?.id && 'Working...'}
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
