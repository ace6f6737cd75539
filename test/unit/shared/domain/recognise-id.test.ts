import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recogniseId } from '#shared/domain/recognise-id.ts';

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
    ['sluice://document/d.9', 'document'],
    ['sluice://tenant/northwind/', 'tenant'],
    [`sluice://execution/${encodeURIComponent(arn)}`, 'execution'],
    [
      'arn:aws:states:local:000000000000:execution:autowire-batch-processing-local:batch-01JC9Q-r2',
      'execution',
    ],
    ['TENANT#t#BATCH#b', 'batch'],
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

describe('a document whose key comes whole is known with its batch', () => {
  const whole = { kind: 'document', id: 'doc-7', within: { tenantId: 'northwind', batchId: 'batch-01' } };
  test.each([
    ['two cells of a table', 'TENANT#northwind#BATCH#batch-01\tDOCUMENT#doc-7'],
    ['two lines, the sort key first', 'DOCUMENT#doc-7\nTENANT#northwind#BATCH#batch-01'],
    ['JSON', '{"PK": {"S": "TENANT#northwind#BATCH#batch-01"}, "SK": {"S": "DOCUMENT#doc-7"}}'],
    ['a link', 'sluice://document/northwind/batch-01/doc-7'],
    ['a link whose parts are escaped', 'sluice://document/northwind/batch%2D01/doc-7/'],
  ])('as %s', (_how, text) => {
    expect(recogniseId(text)).toEqual(whole);
  });

  test('and without it by its id alone', () => {
    expect(recogniseId('DOCUMENT#doc-7')).toEqual({ kind: 'document', id: 'doc-7' });
    expect(recogniseId('TENANT#northwind DOCUMENT#doc-7')).toBeUndefined();
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
