import { useState } from 'react';
import * as z from 'zod/mini';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { manyLines } from '#domain/text.ts';
import { readDraft, readJson, writeDraft } from './draft-storage.ts';
import type { FieldErrors } from './use-form-draft.ts';

/** The fields of something that several people may edit, and its version. */
type Versioned<Form, Version> = { form: Form; version: Version };

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
 * it is based. A save after somebody else's is refused: then `changes` has what it would replace, for
 * `ConflictNotice`, and the next save replaces it.
 */
export function useVersionedDraft<Saved, Form extends Fields, Version>(
  options: Options<Saved, Form, Version>,
) {
  const { name, saved, read } = options;
  const [draft, setDraft] = useState<Draft<Form, Version> | null>(() => restore(options));
  const [changes, setChanges] = useState<Changes>({});
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
    setChanges({});
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
      const others = changesOf(base.form, form, latest.form);
      if (Object.keys(others).length > 0) {
        storeDraft(name, form, latest);
        setDraft({ form, base: latest, at: draft?.at ?? null });
        setChanges(others);
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
    changes,
    change,
    /** What connects a text field; `errors` are those of the form. */
    field: <Name extends keyof Form & string>(name: Name, errors: FieldErrors = {}) => ({
      value: String(form[name]),
      error: errors[name],
      autoComplete: 'off',
      onChange: ({ target }: { target: { value: string } }) =>
        change((latest) => ({ ...latest, [name]: target.value })),
    }),
    forget,
    save,
  };
}

/** Stores the draft of a form; one without a change is removed. */
function storeDraft<Form>(name: string, form: Form, base: Versioned<Form, unknown>): void {
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
type Fields = Record<string, unknown>;

/** What somebody else has saved with other values, by field. */
export type Changes = Fields;

/** What saving `form` would replace of what somebody else has saved since the form was opened with `base`. */
export function changesOf(base: Fields, form: Fields, saved: Fields): Changes {
  return Object.fromEntries(
    Object.entries(saved).filter(
      ([field, value]) => !same(value, base[field]) && !same(value, form[field]),
    ),
  );
}

/** Compares values as they are saved: spaces around a text are no difference. */
function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, clean) === JSON.stringify(b, clean);
}

const clean = (_: string, value: unknown) => (typeof value === 'string' ? manyLines(value) : value);
