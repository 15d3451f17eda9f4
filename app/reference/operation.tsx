import { Badge, type BadgeTone } from '#app/ui/badge.tsx';
import { Card } from '#app/ui/card.tsx';
import type { ReferenceField, ReferenceOperation } from '#contract/reference.ts';
import { Code } from './code.tsx';
import { TryIt } from './try-it.tsx';

type OperationProps = {
  operation: ReferenceOperation;
  origin: string;
  /** A demo shopper's access token; null without one. */
  token: string | null;
};

const TONES: Record<string, BadgeTone> = {
  GET: 'blue',
  POST: 'green',
  PATCH: 'purple',
  DELETE: 'red',
};

/** One endpoint, collapsed by default. */
export function Operation({ operation, origin, token }: OperationProps) {
  const {
    method,
    path,
    summary,
    signedIn,
    idempotent,
    parameters,
    body,
    response,
    status,
    errors,
  } = operation;
  return (
    <Card className="mt-5">
      <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-text text-base font-semibold tracking-normal">
        <Badge tone={TONES[method] ?? 'neutral'}>{method}</Badge>
        <code translate="no" className="wrap-anywhere">
          {path}
        </code>
      </h3>
      <p className="mt-2">{summary}.</p>
      <p className="text-sm text-muted">
        {signedIn ? 'For a signed-in shopper.' : 'For anyone.'}
        {idempotent && ' Needs an Idempotency-Key header: the same key never takes effect twice.'}
      </p>
      <details className="mt-3">
        <summary className="flex min-h-11 items-center font-semibold text-primary">
          Schemas, example and errors<span className="sr-only"> of {operation.key}</span>
        </summary>
        <Fields
          title="Parameters"
          fields={parameters.map((field) => ({ ...field, name: `${field.in}: ${field.name}` }))}
        />
        {body && <Fields title="Request body" fields={body.fields} />}
        <Code label="Request">{curlOf(operation, origin)}</Code>
        {response && <Fields title="Response body" fields={response.fields} />}
        <Code label={`Response: ${status}`}>{response?.example ?? '(nothing)'}</Code>
        <h4 className="eyebrow mt-5">Errors</h4>
        <ul className="mt-1 divide-y divide-border text-sm">
          {errors.map(({ status: errorStatus, code, message }) => (
            <li key={code} className="flex flex-wrap gap-x-3 py-2 wrap-anywhere">
              <span className="tabular-nums">{errorStatus}</span>
              <code translate="no" className="font-semibold text-foreground">
                {code}
              </code>
              <span>{message}</span>
            </li>
          ))}
        </ul>
        {token !== null && <TryIt operation={operation} token={token} />}
      </details>
    </Card>
  );
}

/** The request as a curl command. */
function curlOf(operation: ReferenceOperation, origin: string): string {
  const { method, path, signedIn, idempotent, body } = operation;
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}${path}`,
    signedIn && `-H 'Authorization: Bearer …'`,
    idempotent && `-H 'Idempotency-Key: order-2026-01-31-a'`,
    body && `-H 'Content-Type: application/json'`,
    body && `-d '${body.example}'`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' \\\n  ');
}

/** A schema's fields: name, type, whether required, and constraints. */
function Fields({ title, fields }: { title: string; fields: readonly ReferenceField[] }) {
  if (fields.length === 0) return null;
  return (
    <div className="mt-5">
      <h4 className="eyebrow">{title}</h4>
      <ul className="mt-1 divide-y divide-border text-sm">
        {fields.map(({ name, type, required, rule }) => (
          <li key={name} className="flex flex-wrap gap-x-3 py-2 wrap-anywhere">
            <code translate="no" className="font-semibold text-foreground">
              {name}
            </code>
            <span className="text-muted">{type}</span>
            {!required && <span className="text-muted">optional</span>}
            {rule && <span>{rule}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
