import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectionSchema } from '#shared/domain/connection.ts';
import { example } from '#renderer/features/settings/connections/file-part.tsx';

test('the example is an entry that the console accepts', () => {
  const { connections } = JSON.parse(example) as { connections: unknown[] };
  expect(connections.map((entry) => connectionSchema.safeParse(entry).success)).toEqual([true]);
});

test('the example is the entry of the documents', () => {
  const [, documented = ''] = /```json\n([^`]*)```/.exec(readFileSync('docs/connect.md', 'utf8')) ?? [];
  expect(JSON.parse(example)).toEqual(JSON.parse(documented));
  expect(readFileSync('README.md', 'utf8')).toContain(documented);
});
