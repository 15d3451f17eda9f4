import { useEffect } from 'react';

/** Where something was taken out of the page. */
type Gap = { parent: Element; before: Node | null; after: Node | null; typed: boolean };

/**
 * A control that is taken away has the focus taken with it, and the next Tab would begin at the top of the page. Then the
 * focus goes to what took its place in the row or list, else to another control of the row, else to the heading of the
 * list or page. For all screens at once: whatever removes a row need not think of it. What takes the focus by itself
 * keeps it.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    let focused: Node | null = null;
    let gap: Gap | null = null;
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Node ? target : null;
      gap = null;
    };
    // Pressing on the page itself puts the focus down.
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Element && !target.closest(FOCUSABLE)) focused = gap = null;
    };
    const observer = new MutationObserver((changes) => {
      for (const change of changes) gap = gapOf(change, focused, gap) ?? gap;
      // An open dialog makes the rest inert, and gives the focus back when it closes.
      if (!gap || isHeld() || document.querySelector('dialog[open]')) return;
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

/** Whether something in the page has the focus. */
const isHeld = () => document.activeElement !== document.body && document.activeElement !== null;

/** Where the focused control was, if this change has removed it, or what was around it. */
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
  // Who was typing goes on, and a scanner ends with Enter: on a link it would leave the page.
  const controls = gap.typed ? [FIELD] : ['a[href], button', FIELD];
  if (around.flatMap((part) => controlsOf(part, controls)).some(tryFocus)) return;
  for (let part = parent.closest(PART); part; part = part.parentElement?.closest(PART) ?? null) {
    const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')];
    const own = headings.find((heading) => heading.closest(PART) === part);
    // The page's heading may stand in its first section.
    const heading = own ?? (part.matches('main') ? headings[0] : undefined);
    if (!heading) continue;
    heading.tabIndex = -1;
    if (tryFocus(heading)) return;
  }
}

/** What has a heading of its own. */
const PART = 'section, article, main';

/** What follows the gap; at the end of a list what is last. */
function next({ parent, before, after }: Gap): Element | null {
  if (after instanceof Element && after.isConnected) return after;
  // Several neighbours went at once.
  const last = before instanceof Element && before.isConnected ? before : null;
  return last ? (last.nextElementSibling ?? last) : parent.firstElementChild;
}

/** Links and buttons first: on a phone a field would open the keyboard. */
function controlsOf(part: Element | null, kinds: string[]): HTMLElement[] {
  return kinds.flatMap((kind) => [
    ...(part instanceof HTMLElement && part.matches(kind) ? [part] : []),
    ...(part?.querySelectorAll<HTMLElement>(kind) ?? []),
  ]);
}

/** @returns false for what cannot have the focus: hidden, disabled or folded in. */
function tryFocus(element: HTMLElement): boolean {
  // It took the place of what was seen there; who has scrolled on since is not called back.
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
