import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lookupOperations } from '#shared/contract/lookup.ts';
import { mostAsks, readPastedId, recogniseId } from '#shared/domain/recognise-id.ts';

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:autowire-batch-processing-prod:batch-01JC9Q-r2';

describe('a pasted id is recognised by its shape', () => {
  test.each([
    ['batch-01JC9NZK41RD', 'batch'],
    ['batch-2026-02-28-f47ac10b-58cc-4372-a567-0e02b2c3d479', 'download batch'],
    ['doc-01JC9NZK41RD', 'document'],
    [arn, 'execution'],
    ['arn:aws-eusc:states:eusc-de-east-1:111122223333:execution:autowire:batch-01JC9Q', 'execution'],
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

  test('a day that does not exist is not a file', () => {
    expect(recogniseId('positions-2026-02-30')).toBeUndefined();
  });
});

describe('a pasted id may be wrapped', () => {
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

  test('the key prefix is dropped', () => {
    expect(recogniseId('TENANT#t-1#BATCH#b-01JC9')?.id).toBe('b-01JC9');
  });
});

describe('a document with its whole key is recognised with its batch', () => {
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

  test('without the key it is recognised by its id alone', () => {
    expect(recogniseId('DOCUMENT#doc-7')).toEqual({ kind: 'document', id: 'doc-7' });
    expect(recogniseId('TENANT#northwind DOCUMENT#doc-7')).toBeUndefined();
  });
});

test('no text causes an error, and the answer comes from the text', () => {
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

function readAsks(pasted: string): readonly string[] {
  return readPastedId(pasted).asks.map(({ kind, id }) => `${kind} ${id}`);
}

describe('any possible id is searched, the recognised shape first', () => {
  const uuid = 'f47ac10b-58cc-4372-a567-0e02b2c3d479';
  test.each([
    ['KB-big-900', ['batch', 'file', 'download batch', 'document']],
    ['01JC9NZK41RDV5T2M8Q6W3X7YZ', ['batch', 'file', 'download batch', 'document']],
    ['4711', ['batch', 'file', 'download batch', 'document']],
    ['поставка 7', ['batch', 'file', 'download batch', 'document']],
    ['a/b%2Fc:d', ['batch', 'file', 'download batch', 'document']],
    ['x'.repeat(256), ['batch', 'file', 'download batch', 'document']],
    [uuid, ['batch', 'message', 'file', 'download batch', 'document']],
    ['positions-2026-02-28', ['file', 'batch', 'download batch', 'document']],
    [`batch-2026-02-28-${uuid}`, ['download batch', 'batch', 'file', 'document']],
    ['doc-900', ['document', 'batch', 'file', 'download batch']],
    ['tenant-90', ['tenant', 'batch', 'file', 'download batch', 'document']],
    ['KB-big-900-r2', ['batch', 'execution', 'file', 'download batch', 'document']],
  ])('%s', (pasted, kinds) => {
    expect(readPastedId(pasted).asks.map(({ kind }) => kind)).toEqual(kinds);
    expect(readPastedId(pasted).problem).toBeNull();
  });

  test('case is kept: ids that differ only in case are two', () => {
    expect(readPastedId('kb-A').asks[0]?.id).toBe('kb-A');
    expect(readPastedId('KB-a').asks[0]?.id).toBe('KB-a');
  });

  test('an ARN, a key and a link are of one kind only', () => {
    for (const pasted of [
      'mailto:Maya.Ortiz@northwind.example',
      arn,
      'TENANT#t#BATCH#größe',
      'sluice://batch/gr%C3%B6%C3%9Fe%201',
    ]) {
      expect(readPastedId(pasted)).toMatchObject({ shape: 'certain', offers: [], problem: null });
      expect(readPastedId(pasted).asks).toHaveLength(1);
    }
    expect(readPastedId('sluice://batch/gr%C3%B6%C3%9Fe%201').asks[0]?.id).toBe('größe 1');
  });

  test('an e-mail address is searched as one first, and a batch may have such an id too', () => {
    const { shape, asks } = readPastedId('lot-7@northwind.example');
    expect(shape).toBe('likely');
    expect(asks.slice(0, 2)).toEqual([
      { kind: 'e-mail', id: 'lot-7@northwind.example' },
      { kind: 'batch', id: 'lot-7@northwind.example' },
    ]);
  });

  test('ids in a pasted key may have spaces', () => {
    const within = { tenantId: 'acme gmbh', batchId: '16 Nov 2026 run 05d4' };
    for (const between of ['\t', '\n', ' ']) {
      const pasted = `TENANT#acme gmbh#BATCH#16 Nov 2026 run 05d4${between}DOCUMENT#page 1`;
      expect(recogniseId(pasted)).toEqual({ kind: 'document', id: 'page 1', within });
    }
  });

  test('a batch key contains its tenant', () => {
    const asked = [{ kind: 'batch', id: 'b-1', tenantId: 'acme' }];
    expect(readPastedId('TENANT#acme#BATCH#b-1').asks).toEqual(asked);
    expect(readPastedId('TENANT#acme#PROJECT#p\tBATCH#b-1').asks).toEqual(asked);
  });

  test('an ARN may name an execution in any alphabet, and ends where the sentence continues', () => {
    const other = arn.replace('batch-01JC9Q-r2', 'größe@7-r2-r13');
    expect(recogniseId(`Failed: ${other}).`)).toEqual({ kind: 'execution', id: other });
    expect(recogniseId(`(${arn})`)).toEqual({ kind: 'execution', id: arn });
  });

  test('brackets and full stops that may be part of the id are tried with and without', () => {
    expect(readAsks('KB(1)').slice(0, 2)).toEqual(['batch KB(1)', 'file KB(1)']);
    expect(readAsks('KB-1.').slice(0, 2)).toEqual(['batch KB-1', 'batch KB-1.']);
    expect(readAsks('“KB-1”').slice(0, 2)).toEqual(['batch KB-1', 'batch “KB-1”']);
  });

  test('the other kinds are offered, and a chosen kind is searched alone', () => {
    expect(readPastedId('KB-big-900').offers.map(({ kind }) => kind)).toEqual(['message', 'tenant']);
    expect(readPastedId('ops@host').offers.map(({ kind }) => kind)).toEqual(['message', 'tenant', 'e-mail']);
    const chosen = readPastedId('KB-big-900', 'tenant');
    expect(chosen.asks).toEqual([{ kind: 'tenant', id: 'KB-big-900' }]);
    expect(chosen.offers.map(({ kind }) => kind)).toContain('batch');
  });
});

describe('an impossible id is not searched, and the reason is shown', () => {
  test.each([
    ['KB#900', 'separator'],
    ['TENANT#northwind DOCUMENT#doc-7', 'separator'],
    ['one\ntwo', 'several-lines'],
    ['x'.repeat(257), 'too-long'],
    ['\ud800', 'half-character'],
    ['  ', 'empty'],
  ])('%j: %s', (pasted, problem) => {
    expect(readPastedId(pasted)).toMatchObject({ asks: [], offers: [], problem });
  });
});

test('any paste asks each question once, and never more than the contract allows', () => {
  const pasted = fc.oneof(
    fc.string({ maxLength: 300, unit: 'binary' }),
    fc.string({ maxLength: 40, unit: 'grapheme' }),
    fc.stringMatching(
      /^(?:batch-|doc-|tenant-|TENANT#|BATCH#|sluice:\/\/batch\/)?[\w.()@#%-]{0,40}(?:-r[1-9])?[.,)]?$/,
    ),
  );
  fc.assert(
    fc.property(pasted, (text) => {
      const { asks, offers, problem } = readPastedId(text);
      expect(asks.length).toBeLessThanOrEqual(mostAsks);
      const all = [...asks, ...offers].map(({ kind, id }) => `${kind} ${id}`);
      expect(new Set(all).size).toBe(all.length);
      expect(asks.length === 0).toBe(problem !== null);
      if (asks.length > 0)
        expect(lookupOperations['lookup.find'].input.safeParse({ asks }).success).toBe(true);
      const asked = asks.filter(({ kind }) => kind === 'batch').map(({ id }) => id);
      if (problem === null && !/[#:/@]/.test(text)) expect(asked).toContain(text.trim());
    }),
  );
});
