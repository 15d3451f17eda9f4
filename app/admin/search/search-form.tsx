import type { Ref } from 'react';
import { blurOnEscape } from '#app/admin/keyboard/blur-on-escape.ts';
import { Button } from '#app/ui/button.tsx';
import { SearchIcon } from '#app/ui/icons/search.tsx';

type SearchFormProps = {
  input?: Ref<HTMLInputElement>;
  /** The present search. */
  q: string | undefined;
  label: string;
  placeholder: string;
  /** Called with the trimmed text, which may be empty. */
  onSearch: (typed: string) => void;
};

/** The search field above a list. */
export function SearchForm({ input, q, label, placeholder, onSearch }: SearchFormProps) {
  return (
    <search>
      <form action={(form) => onSearch(String(form.get('q') ?? '').trim())} className="flex gap-2">
        <input
          ref={input}
          type="search"
          name="q"
          enterKeyHint="search"
          defaultValue={q}
          aria-label={label}
          placeholder={placeholder}
          onKeyDown={blurOnEscape}
          className="field-input min-w-0 flex-1"
        />
        <Button type="submit" tone="secondary" aria-label="Search" className="px-4">
          <SearchIcon />
        </Button>
      </form>
    </search>
  );
}
