import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

type TabsProps<Id extends string> = {
  /** The label of the tab list for screen readers. */
  label: string;
  tabs: readonly { id: Id; title: string; content: ReactNode }[];
  selected: Id;
  onSelect: (id: Id) => void;
};

/** Tabs by the ARIA pattern: one tab stop; arrow keys, Home and End move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    const at = tabs.findIndex((tab) => tab.id === selected);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const next = tabs[index];
    if (next) onSelect(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus();
  }

  return (
    <div className="@container">
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="flex overflow-x-auto border-b @md:gap-1 border-border"
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${base}-${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${base}-${tab.id}-panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            className={`-mb-px min-h-12 ${tabs.length > 2 ? 'flex-auto' : 'flex-1'} border-b-2 border-transparent px-1 text-xs @min-[22rem]:text-sm @md:px-4 @md:text-base font-semibold whitespace-nowrap text-muted -outline-offset-4 transition-colors hover:text-foreground aria-selected:border-primary aria-selected:text-primary @md:flex-none`}
          >
            {tab.title}
          </button>
        ))}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.id}
          role="tabpanel"
          id={`${base}-${tab.id}-panel`}
          aria-labelledby={`${base}-${tab.id}`}
          hidden={tab.id !== selected}
          className="pt-6"
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}
