import { useEffect } from 'react';

/** Where the focused control is, to find what takes its place. */
type Place = {
  control: HTMLElement;
  row: Element | null;
  list: Element | null;
  index: number;
  /** What it is in, from the inside out. */
  sections: Element[];
};

/**
 * When the focused control is removed, browsers reset the focus to the document. This moves it to another control of the
 * row, else to the row that took its place, else to the screen's main field, else to the heading. It works for all
 * screens, so that code that removes a row need not care. It does not override code that sets the focus itself.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let place: Place | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      place = target instanceof HTMLElement ? placeOf(target) : null;
    };
    // Pressing outside of a control removes the focus intentionally.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(FOCUSABLE)) place = null;
    };
    const observer = new MutationObserver(() => {
      // An open dialog makes the rest inert, and restores the focus when it closes.
      if (!place || place.control.isConnected || document.querySelector('dialog[open]')) return;
      if (document.activeElement === document.body) recover(place);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('pointerdown', onPress);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress);
    };
  }, []);
}

const FIELD = 'input, select, textarea';
const FOCUSABLE = 'a[href], button, input, select, textarea, summary, label, [tabindex="0"]';
/** Elements that may have a heading of their own. */
const SECTION = 'section, article, form, main';

function placeOf(control: HTMLElement): Place {
  const row = control.closest('li, tr');
  const list = row?.parentElement ?? null;
  const sections: Element[] = [];
  for (
    let part = control.closest(SECTION);
    part;
    part = part.parentElement?.closest(SECTION) ?? null
  )
    sections.push(part);
  return { control, row, list, index: list && row ? [...list.children].indexOf(row) : 0, sections };
}

function recover({ control, row, list, index, sections }: Place): void {
  const next = row?.isConnected ? row : (list?.children[index] ?? list?.lastElementChild);
  // After a text field only text fields: the user keeps typing, and a scanner's Enter on a link would leave the page.
  // Otherwise links and buttons first: on a phone a field would open the keyboard.
  const kinds = control.matches(FIELD) ? [FIELD] : ['a[href], button', FIELD];
  const controls = kinds.flatMap((kind) => [...(next?.querySelectorAll<HTMLElement>(kind) ?? [])]);
  if (next?.isConnected && controls.some(tryFocus)) return;
  // The field that a screen is used with all the time, such as for a scanner's codes.
  const field = document.querySelector<HTMLElement>('[data-main-field]');
  if (field && !window.matchMedia('(pointer: coarse)').matches && tryFocus(field)) return;
  for (const part of sections.filter(({ isConnected }) => isConnected)) {
    const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')];
    // The page's heading may be inside its first section.
    const heading = headings.find((each) => part.matches('main') || each.closest(SECTION) === part);
    if (!heading) continue;
    heading.tabIndex = -1;
    if (tryFocus(heading)) return;
  }
}

/** @returns false for an element that cannot have the focus: hidden, disabled or collapsed. */
function tryFocus(element: HTMLElement): boolean {
  // Does not scroll: the user may have scrolled on since.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
