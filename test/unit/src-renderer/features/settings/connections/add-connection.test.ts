import { expect, test } from 'vitest';
import { connectionSchema } from '#shared/domain/connection.ts';
import { example } from '#renderer/features/settings/connections/add-connection.tsx';

test('the example is an entry that the console accepts', () => {
  const { connections } = JSON.parse(example) as { connections: unknown[] };
  expect(connections.map((entry) => connectionSchema.safeParse(entry).success)).toEqual([true]);
});
