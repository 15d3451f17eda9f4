import { userId } from '#app/admin/staff/user-id.ts';

/** Reads a draft of this tab; '' where there is none. */
export function readDraft(name: string): string {
  try {
    return window.sessionStorage.getItem(keyOf(name)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a draft in this tab; '' removes it. */
export function writeDraft(name: string, text: string): void {
  try {
    if (text) window.sessionStorage.setItem(keyOf(name), text);
    else window.sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is denied: the text lasts as long as its field.
  }
}

const keyOf = (name: string) => `admin-draft:${userId()}:${name}`;
