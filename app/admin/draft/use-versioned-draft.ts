import { useState } from 'react';
import * as z from 'zod/mini';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { manyLines } from '#domain/text.ts';
import { readDraft, readJson, writeDraft } from './draft-storage.ts';

/** The fields of something that several people may edit, and its version. */
export type Versioned<Form, Version> = { form: Form; version: Version };

type Options<Saved, Form, Version> = {
  /** The draft's name, with the id of its subject. */
  name: string;
  /** Must accept whatever the fields can hold while somebody types. */
  schema: { form: z.ZodMiniType<Form>; version: z.ZodMiniType<Version> };
  /** As it is saved now; untouched fields follow it. */
  saved: Saved;
  read: (saved: Saved) => Versioned<Form, Version>;
};

const OVERTAKEN = ['changed_meanwhile', 'product_changed', 'order_changed'] as const;

type Draft<Form, Version> = {
  form: Form;
  base: Versioned<Form, Version>;
  /** When it was typed, if it was restored. */
  at: number | null;
};

/**
 * The draft of a form for something that several people may edit. It is stored like `useDraft`, with the version on which
 * it is based. A save after somebody else's is refused: then `conflicts` has the fields that it would replace, for
 * `ConflictNotice`, and the next save replaces them.
 */
export function useVersionedDraft<Saved, Form extends Fields, Version>(
  options: Options<Saved, Form, Version>,
) {
  const { name, saved, read } = options;
  const [draft, setDraft] = useState<Draft<Form, Version> | null>(() => restore(options));
  /** The fields as they were before somebody else's save. */
  const [replaced, setReplaced] = useState<Form | null>(null);
  const now = read(saved);
  const { form, base } = draft ?? { form: now.form, base: now };

  function change(edit: (form: Form) => Partial<Form>) {
    setDraft((latest) => {
      const { form, base, at } = latest ?? { form: now.form, base: now, at: null };
      const edited = { ...form, ...edit(form) };
      storeDraft(name, edited, base);
      return { form: edited, base, at };
    });
  }

  function forget() {
    writeDraft(name, '');
    setDraft(null);
    setReplaced(null);
  }

  /**
   * @param send saves the fields over a version; @param reload reads what is saved now.
   * @returns what is saved, or null if somebody else has saved other values since.
   */
  async function save(
    send: (form: Form, version: Version) => Promise<Saved>,
    reload: () => Promise<Saved>,
  ): Promise<Saved | null> {
    let result: Saved;
    try {
      result = await send(form, base.version);
    } catch (error) {
      if (!hasErrorCode(error, ...OVERTAKEN)) throw error;
      result = await reload();
      const latest = read(result);
      if (conflictsOf(base.form, form, latest.form).length > 0) {
        storeDraft(name, form, latest);
        setDraft({ form, base: latest, at: draft?.at ?? null });
        setReplaced(base.form);
        return null;
      }
      // Without a difference, it is this draft, saved by a request whose answer was lost. Otherwise something was changed
      // that the form does not show.
      if (!same(form, latest.form)) result = await send(form, latest.version);
    }
    forget();
    return result;
  }

  return {
    form,
    /** Whether it differs from what is saved. */
    changed: !same(form, now.form),
    /** When the restored draft was typed, for `DraftNote`; null if none was restored. */
    restored: draft?.at ?? null,
    conflicts: replaced ? conflictsOf(replaced, form, base.form) : [],
    change,
    forget,
    save,
  };
}

/** Stores the draft of a form; one without a change is removed. */
export function storeDraft<Form>(name: string, form: Form, base: Versioned<Form, unknown>): void {
  writeDraft(name, same(form, base.form) ? '' : JSON.stringify({ form, base }));
}

/** The stored draft; null if there is none, or if it was saved by a request whose answer was lost. */
function restore<Saved, Form, Version>({
  name,
  schema: { form, version },
  saved,
  read,
}: Options<Saved, Form, Version>) {
  const stored = readDraft(name);
  const draft = readJson(z.object({ form, base: z.object({ form, version }) }), stored?.text ?? '');
  if (!stored || !draft || same(draft.form, read(saved).form)) return null;
  return { ...draft, at: stored.at };
}

/** The fields of a form by name: texts, ticks and lists of rows. */
export type Fields = Record<string, unknown>;

/** A field that somebody else has saved with another value than it has here. */
export type Conflict = { field: string; here: unknown; saved: unknown };

/** What saving `form` would replace of what somebody else has saved since the form was opened with `base`. */
export function conflictsOf(base: Fields, form: Fields, saved: Fields): Conflict[] {
  return Object.keys(saved)
    .map((field) => ({ field, here: form[field], saved: saved[field] }))
    .filter(({ field, here, saved }) => !same(saved, base[field]) && !same(saved, here));
}

/** Compares values as they are saved: spaces around a text are no difference. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, clean) === JSON.stringify(b, clean);
}

const clean = (_: string, value: unknown) => (typeof value === 'string' ? manyLines(value) : value);
