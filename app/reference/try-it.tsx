import { type FormEvent, useState } from 'react';
import { randomId } from '#app/shell/api/random-id.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, TextArea } from '#app/ui/field.tsx';
import type { ReferenceOperation } from '#contract/reference.ts';
import { Code } from './code.tsx';

/** Sends a real request as this page's demo shopper and shows the response. */
export function TryIt({ operation, token }: { operation: ReferenceOperation; token: string }) {
  const [answer, setAnswer] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    setAnswer(await request(operation, token, form).catch(() => 'The shop could not be reached.'));
    setBusy(false);
  }

  return (
    <form
      aria-label={`Try ${operation.key}`}
      onSubmit={send}
      className="mt-6 grid gap-4 rounded-md bg-surface-muted p-4"
    >
      <h4 className="eyebrow">Try it</h4>
      {operation.parameters.map(({ name, type, required }) => (
        <Field key={name} label={`${name} (${type})`} name={name} required={required} />
      ))}
      {operation.body && (
        <TextArea label="Body" name="body" rows={6} defaultValue={operation.body.example} />
      )}
      <div>
        <Button type="submit" busy={busy && 'Sending...'}>
          Send
        </Button>
      </div>
      <div role="status">{answer !== null && <Code label="Response">{answer}</Code>}</div>
    </form>
  );
}

async function request(
  operation: ReferenceOperation,
  token: string,
  form: FormData,
): Promise<string> {
  const { method, path, parameters, body, idempotent } = operation;
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: place } of parameters) {
    const value = String(form.get(name) ?? '');
    if (place === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  const response = await fetch(query.size > 0 ? `${filled}?${query}` : filled, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { 'Content-Type': 'application/json' }),
      ...(idempotent && { 'Idempotency-Key': randomId() }),
    },
    ...(body && { body: String(form.get('body') ?? '') }),
  });
  const text = await response.text();
  return `${response.status}\n${text === '' ? '(nothing)' : pretty(text)}`;
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
