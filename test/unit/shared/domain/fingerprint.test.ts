import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { planPast } from '#local/world/past/past-plan.ts';
import { decideOutcome } from '#local/world/sheets/outcome.ts';
import { computeFingerprint } from '#shared/domain/fingerprint.ts';
import { startOfTime } from '#test/builders/a-pocket-aws.ts';
import { measureFastest } from '#test/builders/fastest-of.ts';
import { fingerprintCorpus } from './fingerprint-corpus.ts';

describe('the corpus', () => {
  test('has 60 causes or more', () => {
    expect(fingerprintCorpus.length).toBeGreaterThanOrEqual(60);
  });

  test.each(fingerprintCorpus.map((errors) => [errors[0]?.message ?? '', errors] as const))(
    'one cause: %s',
    (_, errors) => {
      const prints = errors.map(computeFingerprint);
      expect(new Set(prints.map(({ id }) => id)).size, prints.map(({ pattern }) => pattern).join('\n')).toBe(
        1,
      );
    },
  );

  test('no two causes share a fingerprint', () => {
    const seen = new Map<string, string>();
    for (const [error] of fingerprintCorpus) {
      if (!error) throw new Error('A cause without an error');
      const { id, pattern } = computeFingerprint(error);
      expect(seen.get(id), pattern).toBeUndefined();
      seen.set(id, pattern);
    }
  });

  test('has ids of six hex digits', () => {
    for (const error of fingerprintCorpus.flat())
      expect(computeFingerprint(error).id).toMatch(/^[\da-f]{6}$/);
  });
});

describe('the parts of a fingerprint', () => {
  const error = { stage: 'gap-fill', code: 'ThrottlingException', message: 'Too many requests' };

  test('include the stage and the code besides the words', () => {
    const ids = [
      error,
      { ...error, stage: 'verify' },
      { ...error, code: 'SlowDown' },
      { ...error, stage: null },
    ];
    expect(new Set(ids.map((one) => computeFingerprint(one).id)).size).toBe(4);
  });

  test('give an empty error a fingerprint of its own', () => {
    expect(computeFingerprint({ stage: null, code: null, message: null }).pattern).toBe(
      'No error was recorded',
    );
  });

  test.each([
    ['31 documents', 'documents of a batch', '… document'],
    ['a path', 'Cannot open /tmp/x/y.pdf now', 'Cannot open … now'],
    ['a word with a figure', 'S3 refused Base64', 'S# refused Base#'],
    ['an apostrophe', "It didn't fit the documents' schema", "It didn't fit the documents' schema"],
    ['words with a stroke', 'Check region and/or TLS/SSL', 'Check region and/or TLS/SSL'],
    ['a range', 'Pages 3–7 of 12 are blank', 'Pages … of … are blank'],
    ['thousands', '1,200,000 or 1 200 000 or 1.2e6', '… or … or …'],
    ['a month that is a verb', 'You may try again', 'You may try again'],
    ['JSON within', 'Got {"message":"slow down","id":"x"}', 'Got {message:slow down,id:…}'],
  ])('pattern of %s', (_, message, pattern) => {
    const wanted = pattern === '… document' ? 'documents of a batch' : pattern;
    expect(computeFingerprint({ stage: null, code: null, message }).pattern).toBe(wanted);
  });
});

const word = fc.constantFrom(
  'page',
  'table',
  'reader',
  'stopped',
  'without',
  'the',
  'answer',
  'is',
  'too',
  'long',
  'cell',
);
const varying = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.integer({ min: 0, max: 10_000_000 }).map((number) => number.toLocaleString('en')),
  fc.uuid(),
  fc.ulid(),
  fc.stringMatching(/^[0-9a-f]{16,40}$/),
  fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString()),
  fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toUTCString()),
  fc.webUrl(),
  fc.stringMatching(/^[A-Za-z0-9 ,.:/-]{0,30}$/).map((text) => `"${text}"`),
  fc.stringMatching(/^[A-Za-z0-9 ,.:/-]{0,30}$/).map((text) => `'${text}'`),
  fc.stringMatching(/^[A-Za-z0-9 ,.:/'"-]{0,30}$/).map((text) => `“${text}”`),
  fc.ulid().map((id) => `batch-${id}`),
  fc.nat().map((id) => `doc-${id}`),
  fc.nat().map((number) => `inv-2026-11-${number}.pdf`),
);

describe('any message', () => {
  test('has the same fingerprint for all documents with this cause', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, varying, varying), { minLength: 1, maxLength: 8 }), (parts) => {
        const message = (which: 1 | 2): string => parts.map((part) => `${part[0]} ${part[which]}`).join(' ');
        const [one, other] = [message(1), message(2)].map((text) =>
          computeFingerprint({ stage: 'verify', code: 'X', message: text }),
        );
        expect(one).toEqual(other);
      }),
      { numRuns: 1_000 },
    );
  });

  test('has another fingerprint with other words', () => {
    const words = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(words, words, (a, b) => {
        fc.pre(a !== b);
        const idOf = (message: string): string => computeFingerprint({ stage: null, code: null, message }).id;
        expect(idOf(a)).not.toBe(idOf(b));
      }),
    );
  });

  test('gets a fingerprint, and always the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.option(fc.string()), (message, code) => {
        const print = computeFingerprint({ stage: null, code, message });
        expect(print.id).toMatch(/^[\da-f]{6}$/);
        expect(computeFingerprint({ stage: null, code, message })).toEqual(print);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('a malicious message of 100 KB', () => {
  const pieces = [
    "'",
    '"',
    "'a ",
    '"a ',
    "a'",
    '“',
    '‘',
    '`',
    '«',
    '.',
    '. ',
    '-a',
    'a-',
    '/',
    '/a',
    '\\',
    '@',
    '@.',
    'a@',
    '…',
    '…, ',
    '… ',
    '\n',
    '\n at ',
    '{',
    '{"a":',
    '{"message":"',
    '[',
    '(',
    ':',
    '=',
    'id:',
    '-id',
    'arn:',
    'a:/',
    'a://',
    'Mon, ',
    'Jan ',
    '1 Jan ',
    '1,',
    '1 ',
    '1.',
    '1-',
    '1 and ',
    'a1',
    '1a',
    'x',
    'é',
    '\u00A0',
    '\u{1F600}',
    '\uD800',
    'a.',
    'a.com',
    "a'1",
    '\\"',
  ];
  test.each(pieces)('made of %j takes no longer than another', { timeout: 30_000 }, (piece) => {
    const message = `${piece.repeat(Math.ceil(100_000 / piece.length))}x`;
    // It usually takes a tenth of a second, and would take hours if the pattern tried every way.
    expect(measureFastest(1, () => computeFingerprint({ stage: null, code: 'X', message }))).toBeLessThan(
      10_000,
    );
  });
});

test('every failure of the seeded world has the one fingerprint of its cause', () => {
  const causes = new Map<string, Set<string>>();
  let failures = 0;
  for (const batch of planPast({ seed: '1', anchor: startOfTime }).batches) {
    for (let index = 0; index < batch.size; index += 1) {
      const { recipe } = batch.document(index);
      const outcome = decideOutcome(recipe, { run: 1, schema: batch.workflow.schema });
      if (outcome.ok) continue;
      failures += 1;
      const cause = `${outcome.error.stage} ${outcome.error.code}`;
      causes.set(cause, (causes.get(cause) ?? new Set()).add(computeFingerprint(outcome.error).id));
    }
  }
  expect(failures).toBeGreaterThan(100);
  for (const [cause, ids] of causes) expect([cause, ids.size]).toEqual([cause, 1]);
  expect(new Set([...causes.values()].flatMap((ids) => [...ids])).size).toBe(causes.size);
  expect(causes.size).toBeGreaterThan(5);
});
