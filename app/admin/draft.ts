import { useState } from 'react';
import * as z from 'zod/mini';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { randomId } from '#app/shell/api/random-id.ts';
import { userId } from '#app/shell/session/session.ts';
import { tabStorage } from '#app/shell/web-storage.ts';
import { manyLines } from '#domain/text.ts';

/** Texts by the id of each one's subject. */
type Drafts = Record<string, string>;

/**
 * The drafts of a text field for several subjects, stored in this tab's session storage until they are set to '', so that
 * they survive a reload, a lost connection and a change by somebody else.
 *
 * @param kind the first part of each draft's name, '<kind>:<id>'.
 * @param ids the subjects whose drafts are read on the first render; others are empty until they are set.
 * @returns the texts, a function that takes the changed ones, and when the newest restored text was typed, in
 *   milliseconds since 1970; null if none was restored.
 */
export function useDrafts(
  kind: string,
  ids: readonly string[],
): [Drafts, (changed: Drafts) => void, number | null] {
  return useTexts(ids, (id) => `${kind}:${id}`);
}

/**
 * The draft of one text field: the same text as that of `useDrafts` with its name.
 *
 * @param name the draft's name, with the id of its subject. It must not change while the field is shown.
 */
export function useDraft(name: string): [string, (text: string) => void, number | null] {
  const [texts, setTexts, restored] = useTexts([name]);
  return [texts[name] ?? '', (text) => setTexts({ [name]: text }), restored];
}

/** The texts by id; `nameOf` gives the name of an id's draft. */
function useTexts(
  ids: readonly string[],
  nameOf = (id: string) => id,
): [Drafts, (changed: Drafts) => void, number | null] {
  const [drafts, setDrafts] = useState(() =>
    Object.fromEntries(ids.map((id): [string, Shown] => [id, readDraft(nameOf(id)) ?? EMPTY])),
  );
  const restored = Object.values(drafts).flatMap(({ at }) => at ?? []);
  return [
    Object.fromEntries(Object.entries(drafts).map(([id, { text }]) => [id, text])),
    (changed) => {
      for (const [id, text] of Object.entries(changed)) writeDraft(nameOf(id), text);
      setDrafts((before) => {
        const next = Object.entries(changed).map(([id, text]): [string, Shown] => [
          id,
          { text, at: (text && before[id]?.at) || null },
        ]);
        return { ...before, ...Object.fromEntries(next) };
      });
    },
    restored.length > 0 ? Math.max(...restored) : null,
  ];
}

/** A typed text, and when it was typed if it was restored. */
type Shown = { text: string; at: number | null };
const EMPTY: Shown = { text: '', at: null };

/** A stored text, and when it was typed, in milliseconds since 1970. */
const Stored = z.object({ text: z.string(), at: z.number() });

const keyOf = (name: string) => `admin-draft:${userId()}:${name}`;

export function readDraft(name: string): z.infer<typeof Stored> | undefined {
  return readJson(Stored, tabStorage().getItem(keyOf(name)) ?? '');
}

/** Keeps a draft in this tab; '' removes it. */
export function writeDraft(name: string, text: string): void {
  if (text) tabStorage().setItem(keyOf(name), JSON.stringify({ text, at: Date.now() }));
  else tabStorage().removeItem(keyOf(name));
}

/**
 * Parses a stored draft. The schema must accept every text that a field can hold while somebody types: one that trims
 * would change the field. Undefined for '', and for a draft in the format of a former version of the admin.
 */
export function readJson<T>(schema: z.ZodMiniType<T>, json: string): T | undefined {
  if (json === '') return undefined;
  try {
    return z.safeParse(schema, JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/**
 * The draft of a form with several fields, stored like `useDraft`. Its idempotency key is stored with it and changes
 * with the content: sending the same content again, also after a reload or a lost response, has no second effect.
 *
 * @param initial the content of an untouched form.
 */
export function useFormDraft<Form extends object>(
  name: string,
  schema: z.ZodMiniType<Form>,
  initial: Form,
) {
  const [json, setJson, typedAt] = useDraft(name);
  const kept = readJson(z.object({ form: schema, key: z.string() }), json);
  const form = kept?.form ?? initial;
  const write = (form: Form, key: string) => {
    setJson(JSON.stringify({ form, key }));
    return key;
  };
  return {
    form,
    /** When the restored draft was typed, for `DraftNote`; null if none was restored. */
    restored: kept && !same(form, initial) ? typedAt : null,
    /** The idempotency key of the last content. */
    key: kept?.key,
    /** What connects a text field; `errors` are those of the form. */
    field: <Name extends TextName<Form>>(name: Name, errors: FieldErrors = {}) =>
      textField(form[name], errors[name], (text) => write({ ...form, [name]: text }, randomId())),
    /** Pass `key` to keep it although the content changes: for a form that may be sent only once. */
    change: (part: Partial<Form>, key = randomId()) => void write({ ...form, ...part }, key),
    /** Call before sending: stores the idempotency key of this content and returns it. */
    keep: () => write(form, kept?.key ?? randomId()),
    forget: () => setJson(''),
  };
}

/** The messages of invalid fields by their names. */
export type FieldErrors = Record<string, string | undefined>;

/** The names of a form's fields that hold any text. */
type TextName<Form> = {
  [Name in keyof Form & string]: string extends Form[Name] ? Name : never;
}[keyof Form & string];

const textField = <Value>(
  value: Value,
  error: string | undefined,
  onType: (text: string) => void,
) => ({
  value,
  error,
  autoComplete: 'off',
  onChange: ({ target }: { target: { value: string } }) => onType(target.value),
});

/** The fields of something that several people may edit, and its version. */
type Versioned<Form, Version> = { form: Form; version: Version };

type VersionedOptions<Saved, Form, Version> = {
  /** The draft's name, with the id of its subject. */
  name: string;
  /** Must accept whatever the fields can hold while somebody types. */
  schema: { form: z.ZodMiniType<Form>; version: z.ZodMiniType<Version> };
  /** As it is saved now; untouched fields follow it. */
  saved: Saved;
  read: (saved: Saved) => Versioned<Form, Version>;
};

const OVERTAKEN = ['changed_meanwhile', 'product_changed', 'order_changed'] as const;

/**
 * The draft of a form for something that several people may edit, stored like `useDraft` with the version on which it is
 * based. A save after somebody else's is refused: then `changes` has what it would replace, for `ConflictNotice`, and the
 * next save replaces it.
 */
export function useVersionedDraft<Saved, Form extends Fields, Version>(
  options: VersionedOptions<Saved, Form, Version>,
) {
  const { name, schema, saved, read } = options;
  const [json, setJson, typedAt] = useDraft(name);
  const [changes, setChanges] = useState<Changes>({});
  const now = read(saved);
  /** One without a difference was saved by a request whose answer was lost. */
  const draftIn = (text: string) => {
    const kept = readJson(z.object({ form: schema.form, base: z.object(schema) }), text);
    return kept && !same(kept.form, now.form) ? kept : null;
  };
  const draft = draftIn(json);
  const { form, base } = draft ?? { form: now.form, base: now };

  /** Stores a draft; one without a change is removed. */
  const keep = (form: Form, base: Versioned<Form, Version>) =>
    setJson(same(form, base.form) ? '' : JSON.stringify({ form, base }));

  /** Starts from what is stored, which may be newer than what is rendered: quick changes add up. */
  function change(edit: (form: Form) => Partial<Form>) {
    const { form, base } = draftIn(readDraft(name)?.text ?? '') ?? { form: now.form, base: now };
    keep({ ...form, ...edit(form) }, base);
  }

  function forget() {
    setJson('');
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
        keep(form, latest);
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
    changed: draft !== null,
    /** When the restored draft was typed, for `DraftNote`; null if none was restored. */
    restored: draft ? typedAt : null,
    changes,
    change,
    /** What connects a text field; `errors` are those of the form. */
    field: <Name extends keyof Form & string>(name: Name, errors: FieldErrors = {}) =>
      textField(String(form[name]), errors[name], (text) =>
        change((latest) => ({ ...latest, [name]: text })),
      ),
    forget,
    save,
  };
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
