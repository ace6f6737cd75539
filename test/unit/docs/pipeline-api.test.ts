import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { operations } from '#shared/pipeline-api/operations.ts';
import type { ApiOperation } from '#shared/pipeline-api/operation.ts';
import { problemSchema } from '#shared/pipeline-api/problem.ts';

const page = readFileSync('docs/pipeline-api.md', 'utf8');
const calls: readonly ApiOperation[] = Object.values(operations);

interface Example {
  readonly operation: ApiOperation;
  readonly sent: unknown;
  readonly status: number | undefined;
  readonly answered: unknown;
}

const examples = [...page.matchAll(/```\n((?:GET|POST|PUT|PATCH) [^`]*)```/g)].map(([, text = '']) =>
  parseExample(text),
);

test('it has every call, and no other', () => {
  const said = [
    ...page.matchAll(/`(GET|POST|PUT|PATCH) (\/[^`\s]*)`(?:, `(\/[^`]*)`)?(?:, `(\/[^`]*)`)?/g),
  ].flatMap(([, method = '', path = '', ...more]) =>
    [path, ...more.flatMap((end) => (end === undefined ? [] : [beside(path, end)]))].map(
      (each) => `${method} ${shortened(each)}`,
    ),
  );
  const there = calls.map(({ method, path }) => `${method} ${shortened(path)}`);
  expect([...new Set(said)].toSorted()).toEqual([...new Set(there)].toSorted());
});

test('its examples match the described requests and answers', () => {
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const { operation, sent, status, answered } of examples) {
    const { body, answers } = operation;
    if (body !== undefined) expect(body.safeParse(sent).error, operation.path).toBeUndefined();
    if (answered === undefined) continue;
    const schema = status === answers.status ? answers.schema : problemSchema;
    expect(schema.safeParse(answered).error, operation.path).toBeUndefined();
  }
});

function parseExample(text: string): Example {
  const [asked = '', answer = ''] = text.split('\n\n');
  const [, method, path = ''] = /^(\w+) \/v1(\S+)/.exec(asked) ?? [];
  const operation = calls.find((one) => one.method === method && toPattern(one.path).test(path));
  if (operation === undefined) throw new Error(`There is no ${method} ${path}.`);
  return {
    operation,
    sent: jsonIn(asked),
    status: Number(/^\d+/.exec(answer)?.[0]),
    answered: jsonIn(answer),
  };
}

function jsonIn(text: string): unknown {
  const [json] = /^\{[^]*\}$/m.exec(text) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

/**
 * Completes the short form "`/documents/…/claim`, `/release`", where the second path is a sibling of the
 * first.
 */
function beside(path: string, end: string): string {
  return path.startsWith('/documents/') ? path.replace(/\/[^/]+$/, end) : end;
}

/** The page shortens several parameters in a row to an ellipsis. */
function shortened(path: string): string {
  return path.replace(/\{\w+\}(?:\/\{\w+\})+/, '…');
}
