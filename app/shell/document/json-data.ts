/** A page's data as one JSON text, for pages near their size limit. `Value` is the type of the data. */
type JsonData<Value> = { json: string; of?: Value | undefined };

/**
 * For a loader of a page near its size limit. The router's own serialization takes 0.3 kB (brotli) more: JSON repeats
 * texts of the page literally, so that they compress.
 */
export function toJsonData<Value>(value: Value): JsonData<Value> {
  return { json: JSON.stringify(value) };
}

export function fromJsonData<Value>({ json }: JsonData<Value>): Value {
  return JSON.parse(json);
}
