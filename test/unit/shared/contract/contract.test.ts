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
