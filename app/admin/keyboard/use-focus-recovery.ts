import { useEffect } from 'react';

/** The place of a removed element. */
type Gap = { parent: Element; before: Node | null; after: Node | null; typed: boolean };

/**
 * When the focused control is removed, browsers reset the focus to the document. This moves it to the element that took
 * its place, else to another control of the row, else to the screen's main field, else to the heading. It works for all
 * screens, so that code that removes a row need not care. It does not override code that sets the focus itself.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let focused: Node | null = null;
    let gap: Gap | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Node ? target : null;
      gap = null;
    };
    // Pressing outside of a control removes the focus intentionally.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(FOCUSABLE)) focused = gap = null;
    };
    const observer = new MutationObserver((changes) => {
      for (const change of changes) gap = gapOf(change, focused, gap) ?? gap;
      // An open dialog makes the rest inert, and restores the focus when it closes.
      if (!gap || hasFocus() || document.querySelector('dialog[open]')) return;
      moveFocusTo(gap);
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

/** The field that a screen is used with all the time, such as for a scanner's codes. */
const MAIN_FIELD = '[data-main-field]';

/** There a field would open the keyboard. */
const isTouchScreen = () => window.matchMedia('(pointer: coarse)').matches;

/** Whether an element of the page has the focus. */
const hasFocus = () => document.activeElement !== document.body && document.activeElement !== null;

/** The place of the focused control, if this change removed it or an ancestor of it. */
function gapOf(
  { target, removedNodes, previousSibling, nextSibling }: MutationRecord,
  focused: Node | null,
  gap: Gap | null,
): Gap | null {
  const gone = [...removedNodes].some(
    (node) => node.contains(focused) || (gap !== null && node.contains(gap.parent)),
  );
  if (!gone || !(target instanceof Element)) return null;
  const typed = gap?.typed ?? (focused instanceof Element && focused.matches(FIELD));
  return { parent: target, before: previousSibling, after: nextSibling, typed };
}

function moveFocusTo(gap: Gap): void {
  const { parent } = gap;
  if (!parent.isConnected) return;
  const row = parent.closest('li, tr');
  const around = row || parent.matches('ul, ol, tbody') ? [next(gap), row] : [];
  // After a text field only text fields: the user keeps typing, and a scanner's Enter on a link would leave the page.
  const controls = gap.typed ? [FIELD] : ['a[href], button', FIELD];
  if (around.flatMap((part) => controlsOf(part, controls)).some(tryFocus)) return;
  const field = document.querySelector<HTMLElement>(MAIN_FIELD);
  if (field && !isTouchScreen() && tryFocus(field)) return;
  for (
    let part = parent.closest(SECTION);
    part;
    part = part.parentElement?.closest(SECTION) ?? null
  ) {
    const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')];
    const own = headings.find((heading) => heading.closest(SECTION) === part);
    // The page's heading may be inside its first section.
    const heading = own ?? (part.matches('main') ? headings[0] : undefined);
    if (!heading) continue;
    heading.tabIndex = -1;
    if (tryFocus(heading)) return;
  }
}

/** Elements that may have a heading of their own. */
const SECTION = 'section, article, form, main';

/** The element after the gap; at the end of a list, the last one. */
function next({ parent, before, after }: Gap): Element | null {
  if (after instanceof Element && after.isConnected) return after;
  // Several neighbours were removed at once.
  const last = before instanceof Element && before.isConnected ? before : null;
  return last ? (last.nextElementSibling ?? last) : parent.firstElementChild;
}

/** Prefers links and buttons: on a phone a field would open the keyboard. */
function controlsOf(part: Element | null, kinds: string[]): HTMLElement[] {
  return kinds.flatMap((kind) => [
    ...(part instanceof HTMLElement && part.matches(kind) ? [part] : []),
    ...(part?.querySelectorAll<HTMLElement>(kind) ?? []),
  ]);
}

/** @returns false for an element that cannot have the focus: hidden, disabled or collapsed. */
function tryFocus(element: HTMLElement): boolean {
  // Does not scroll: the user may have scrolled on since.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
