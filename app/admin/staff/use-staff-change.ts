import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { isAnswerLost } from '#app/admin/show-failure.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { StaffChange, StaffMember } from '#contract/admin/staff.ts';
import { staffChanged } from './staff-queries.ts';
import { useRecentFactor } from './use-recent-factor.tsx';
import { useStaff } from './use-staff.ts';

/**
 * Changes a member with a recent second factor and offers to undo it. Owners cannot undo a change of their own role or
 * access, because it removes their right to. While `step` is set, show it instead of the form.
 */
export function useStaffChange(member: StaffMember) {
  const self = useStaff().user_id === member.id;
  const { withRecentFactor, step } = useRecentFactor(true);
  const [failure, setFailure] = useState('');
  const [saving, setSaving] = useState(false);

  async function send(body: StaffChange) {
    await callAdmin('PATCH /admin/staff/{id}', { params: { id: member.id }, body });
    staffChanged();
    if (self) void queryClient.invalidateQueries({ queryKey: ['admin', 'me'] });
  }

  /** Resolves to whether it was done. */
  async function change(body: StaffChange, done: string, before: StaffChange): Promise<boolean> {
    setFailure('');
    setSaving(true);
    try {
      await withRecentFactor(() => send(body));
      showSnackbar({ text: done, ...(!self && { undo: () => send(before) }) });
      return true;
    } catch (error) {
      if (isAnswerLost(error)) staffChanged();
      setFailure(messageOf(error));
      return false;
    } finally {
      setSaving(false);
    }
  }

  return { self, change, step, failure, saving };
}
