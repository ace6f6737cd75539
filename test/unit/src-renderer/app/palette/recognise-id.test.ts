import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recogniseId } from '#renderer/app/palette/recognise-id.ts';

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:batch-01JC9Q-r2';

describe('a pasted id is known by its shape', () => {
  test.each([
    ['batch-01JC9NZK41RD', 'batch'],
    ['batch-2026-02-28-f47ac10b-58cc-4372-a567-0e02b2c3d479', 'download batch'],
    ['doc-01JC9NZK41RD', 'document'],
    [arn, 'execution'],
    ['f47ac10b-58cc-4372-a567-0e02b2c3d479', 'message'],
    ['positions-2026-02-28', 'file'],
    ['Maya.Ortiz+ops@northwind.example', 'e-mail'],
    ['tenant-northwind', 'tenant'],
    ['TENANT#northwind', 'tenant'],
    ['TENANT#northwind#BATCH#batch-01JC9', 'batch'],
    ['TENANT#northwind#BATCH#b-01JC9#STATUS#FAILED', 'batch'],
    ['DOCUMENT#d-01JC9', 'document'],
    ['sluice://batch/batch-01JC9NZK41RD', 'batch'],
  ] as const)('%s is a %s id', (text, kind) => {
    expect(recogniseId(text)?.kind).toBe(kind);
  });

  test.each(['', '   ', 'dead letters', 'triage', 'batch', 'a@b', '2026-02-28', 'theme', '100%'])(
    '"%s" is not an id',
    (text) => {
      expect(recogniseId(text)).toBeUndefined();
    },
  );

  test('a day that does not exist is no file', () => {
    expect(recogniseId('positions-2026-02-30')).toBeUndefined();
  });
});

describe('ids arrive wrapped', () => {
  test.each([
    ' "batch-01JC9NZK41RD" ',
    '`batch-01JC9NZK41RD`',
    '(batch-01JC9NZK41RD).',
    '<batch-01JC9NZK41RD>,',
  ])('%s', (text) => {
    expect(recogniseId(text)).toEqual({ kind: 'batch', id: 'batch-01JC9NZK41RD' });
  });

  test('an execution is found in the address of its page', () => {
    const address = `https://console.example/states/home?region=eu-west-1#/v2/executions/details/${encodeURIComponent(arn)}`;
    expect(recogniseId(address)).toEqual({ kind: 'execution', id: arn });
  });

  test('the key prefix is left behind', () => {
    expect(recogniseId('TENANT#t-1#BATCH#b-01JC9')?.id).toBe('b-01JC9');
  });
});

test('no text breaks it, and what it answers comes from the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200, unit: 'binary' }), (text) => {
      const recognised = recogniseId(text);
      if (recognised !== undefined) expect(recognised.id.length).toBeLessThanOrEqual(text.length);
    }),
  );
});

test('a long text of one letter is answered at once', () => {
  const before = performance.now();
  recogniseId(`TENANT#${'a'.repeat(100_000)}`);
  recogniseId(`${'a#'.repeat(50_000)}@`);
  expect(performance.now() - before).toBeLessThan(500);
});
