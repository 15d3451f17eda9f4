import { type FormEvent, useId, useRef, useState } from 'react';
import { useExternalChange } from '#app/admin/filters.tsx';
import { useShortcuts } from '#app/admin/keyboard/use-shortcuts.ts';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';

type SearchFormProps = {
  /** The present search, as in the URL. */
  q: string | undefined;
  label: string;
  placeholder: string;
  /** Returns why a text cannot be searched for; undefined if it can. */
  validate?: (typed: string) => string | undefined;
  /** Called with the trimmed text, which may be empty. */
  onSearch: (typed: string) => void;
};

/** The search field above a list. `/` focuses it. */
export function SearchForm(props: SearchFormProps) {
  const { q = '', label, placeholder, validate, onSearch } = props;
  const input = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => input.current?.focus() });
  const id = useId();
  const [failure, setFailure] = useState('');
  // After Back or a link to another queue the search is another one.
  const send = useExternalChange(q, (changed) => {
    if (input.current) input.current.value = changed;
    setFailure('');
  });

  // `onSubmit` instead of a form action, after which React would reset the field.
  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    const invalid = validate?.(typed) ?? '';
    setFailure(invalid);
    if (invalid) return;
    send(typed);
    onSearch(typed);
  }

  return (
    <search className="grid gap-2">
      <form onSubmit={submit} className="flex gap-2">
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          defaultValue={q}
          aria-label={label}
          aria-invalid={failure !== '' || undefined}
          aria-describedby={failure ? id : undefined}
          placeholder={placeholder}
          // The next letter is a shortcut then, and not typed into the field.
          onKeyDown={({ key, currentTarget }) => key === 'Escape' && currentTarget.blur()}
          onInput={() => setFailure('')}
          className="field-input min-w-0 flex-1"
        />
        <Button type="submit" tone="secondary" aria-label="Search" className="px-4">
          <Icon name="search" />
        </Button>
      </form>
      {failure && (
        <div id={id}>
          <InlineAlert>{failure}</InlineAlert>
        </div>
      )}
    </search>
  );
}
