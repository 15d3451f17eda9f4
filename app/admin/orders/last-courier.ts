const KEY = 'admin-courier';

/** The courier chosen last in this browser: most shops use the same one every day. */
export function lastCourier(): string {
  try {
    return window.localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function rememberCourier(id: string): void {
  try {
    window.localStorage.setItem(KEY, id);
  } catch {
    // Storage is denied: the first courier of the list is chosen next time.
  }
}
