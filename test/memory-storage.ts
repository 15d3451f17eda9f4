/** A browser's storage, kept in memory. A test may look at its `entries`. */
export function memoryStorage(kept: Record<string, string> = {}) {
  const entries = new Map(Object.entries(kept));
  return {
    entries,
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}
