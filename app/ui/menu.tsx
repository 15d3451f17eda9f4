import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

type MenuProps = {
  /** The name of the button that opens it. */
  label: string;
  icon: ReactNode;
  /** A line above the items, not an item itself. */
  heading?: string;
  /** Links or buttons, each with `role="menuitem"`, `tabIndex={-1}` and `MENU_ITEM`. */
  children: ReactNode;
};

/** Classes of an item. */
export const MENU_ITEM =
  'flex min-h-11 w-full items-center rounded-sm px-3 text-left text-foreground hover:bg-surface-accent ' +
  'focus-visible:bg-surface-accent focus-visible:-outline-offset-3';

/**
 * A menu in the page's upper right corner. The browser's popover closes it on Escape or a click elsewhere and returns
 * the focus; arrow keys, Home and End of the ARIA pattern are ours.
 */
export function Menu({ label, icon, heading, children }: MenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  function items(): HTMLElement[] {
    return [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Tab') menu.current?.hidePopover();
    const all = items();
    const at = all.findIndex((item) => item.matches(':focus'));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all.at(to % all.length)?.focus();
  }

  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        className="grid size-11 place-items-center rounded-full text-foreground hover:bg-surface-accent aria-expanded:bg-surface-accent"
      >
        {icon}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onToggle={(event) => {
          setOpen(event.newState === 'open');
          if (event.newState === 'open') items()[0]?.focus();
        }}
        className="menu inset-auto m-0 w-60 rounded-md border border-border bg-surface p-2 text-sm text-body shadow-float"
      >
        {heading && (
          <p className="mb-2 truncate border-b border-border px-3 pt-1 pb-2 text-muted">
            {heading}
          </p>
        )}
        <div
          role="menu"
          aria-label={label}
          tabIndex={-1}
          onKeyDown={onKeyDown}
          onClick={() => menu.current?.hidePopover()}
        >
          {children}
        </div>
      </div>
    </>
  );
}
