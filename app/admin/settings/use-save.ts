import { useState } from 'react';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';

/** Runs the save of a form and keeps its failure message and the messages of invalid fields by name. */
export function useSave(work: () => Promise<void>) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState('');
  const [fields, setFields] = useState<Record<string, string>>({});

  async function save() {
    setFailure('');
    setFields({});
    setSaving(true);
    try {
      await work();
    } catch (error) {
      if (hasErrorCode(error, 'invalid_input') && error.fields) setFields(error.fields);
      setFailure(messageOf(error));
    } finally {
      setSaving(false);
    }
  }

  return { save, saving, failure, fields };
}
