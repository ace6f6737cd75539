import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract, operationNames } from '#shared/contract/contract.ts';
import type { Operation } from '#shared/contract/define.ts';

const operations = operationNames.map((name): [string, Operation] => [name, contract[name]]);

describe('every operation', () => {
  it.each(operations)('%s is named feature.verb and says what it does', (name, { does }) => {
    expect(name).toMatch(/^[a-z]+(?:-[a-z]+)*\.[a-z][A-Za-z]+$/);
    expect(does).toMatch(/^[A-Z].*\.$/);
  });

  it.each(operations)('%s has schemas that other clients can read', (_name, { input, output }) => {
    expect(z.toJSONSchema(input)).toMatchObject({ type: 'object', additionalProperties: false });
    expect(z.toJSONSchema(output)).toMatchObject({ type: 'object', additionalProperties: false });
  });

  it.each(operations)('%s refuses a field it does not know', (_name, { input }) => {
    expect(input.safeParse({ surprise: 1 }).success).toBe(false);
  });

  it.each(operations)('%s is audited only if it is a command', (_name, { kind, audited }) => {
    if (audited) expect(kind).toBe('command');
  });
});

describe('an id that a key is built from', () => {
  const named = /^(?:tenant|project|batch|document|workflow|supplier|file|person|job|plan)Id$/;
  const asked = operations.flatMap(([name, { input }]) =>
    Object.keys(z.toJSONSchema(input).properties ?? {})
      .filter((key) => named.test(key))
      .map((key): [string, string, Operation['input']] => [name, key, input]),
  );

  it('is asked for by most operations', () => {
    expect(asked.length).toBeGreaterThan(100);
  });

  it.each(asked)('%s refuses a %s that parts a key, and says which it is', (_name, key, input) => {
    const issues = input.safeParse({ [key]: 'a#b' }).error?.issues ?? [];
    expect(issues.filter(({ path }) => path.join('.') === key).map(({ message }) => message)).toEqual([
      'has a "#", which separates the parts of a key',
    ]);
  });

  it.each([
    'KB-10',
    'v1.2.7/ab',
    '50%25 off',
    'clerk@office.example',
    'партия-а',
    'A:1:x',
    '2 Nov 2026 run 7',
  ])('may be %s, as deployments of others have it', (id) => {
    expect(contract['documents.ofBatch'].input.safeParse({ tenantId: id, batchId: id }).success).toBe(true);
  });
});
