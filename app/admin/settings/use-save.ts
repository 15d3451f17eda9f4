import { useState } from 'react';
import { showFailure } from '#app/admin/show-failure.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';

/**
 * Runs the save of a form and keeps its failure message and the messages of invalid fields by name. A failure that comes
 * after the form was closed is shown in a toast.
 */
export function useSave(work: () => Promise<void>) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const [fields, setFields] = useState<Record<string, string>>({});
  const isMounted = useIsMounted();

  async function save() {
    setFailure('');
    setFields({});
    setSaving(true);
    try {
      await work();
    } catch (error) {
      if (!isMounted()) return showFailure(error, 'Not saved');
      if (hasErrorCode(error, 'invalid_input') && error.fields) setFields(error.fields);
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return { save, saving, failure, fields };
}
