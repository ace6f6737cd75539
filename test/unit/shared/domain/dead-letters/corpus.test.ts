import { describe, expect, test } from 'vitest';
import { jsonDiff } from '#shared/domain/dead-letters/exact-json.ts';
import { maskedBody, valueAtPath } from '#shared/domain/dead-letters/masked-body.ts';
import { messageFingerprint } from '#shared/domain/dead-letters/message-cause.ts';
import { noSubject, subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { events } from './corpus/events.ts';
import { pipelines } from './corpus/pipelines.ts';
import { texts } from './corpus/texts.ts';

const corpus = [...events, ...pipelines, ...texts];
const printOf = (body: string) => messageFingerprint(null, body, []);

test('has the stated size, and every name once', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(60);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

describe.each(corpus)('$name', ({ body, says = {}, hides = {}, secrets = [] }) => {
  test('shows its subject, and no more', () => {
    expect(subjectOfBody(body)).toEqual({ ...noSubject, ...says });
  });

  test('is shown without its secrets, and with all the rest', () => {
    const shown = maskedBody(body);
    expect(Object.fromEntries(shown.masked.map(({ path, why }) => [path, why]))).toEqual(hides);
    for (const secret of secrets) expect(shown.text).not.toContain(secret);
    if (shown.masked.length === 0) {
      const blanks = /\s/g;
      expect(shown.text.replaceAll(blanks, '')).toBe(body.replaceAll(blanks, ''));
    }
  });

  test('returns each masked value as it was written, on request', () => {
    for (const { path, characters } of maskedBody(body).masked) {
      expect(valueAtPath(body, path)).toHaveLength(characters);
    }
  });

  test('has a pattern without secrets, at most a line long', () => {
    const { pattern } = printOf(body);
    expect(pattern.length).toBeLessThanOrEqual(160);
    for (const secret of secrets) expect(pattern).not.toContain(secret);
  });

  test('is not changed by being read', () => {
    expect(jsonDiff(body, body)).toEqual([]);
    expect(shapeChanges(body, body)).toEqual([]);
  });
});

describe('groups', () => {
  const names = [...new Set(corpus.map(({ kind }) => kind))];
  const kinds = new Map(names.map((name) => [name, corpus.filter(({ kind }) => kind === name)]));

  test.each([...kinds])('one kind makes one group: %s', (_kind, ofIt) => {
    expect(new Set(ofIt.map(({ body }) => printOf(body).id)).size).toBe(1);
  });

  test('two kinds make two groups', () => {
    const ids = [...kinds.values()].map(([first]) => printOf(first?.body ?? '').id);
    expect(new Set(ids).size).toBe(kinds.size);
  });
});

test('numbers are shown with all their digits, and a change of the last one is a change', () => {
  const body = '{"id":12345678901234567890,"price":1.50}';
  expect(maskedBody(body).text).toBe('{\n  "id": 12345678901234567890,\n  "price": 1.50\n}');
  expect(jsonDiff(body, body.replace('890,', '891,'))).toEqual([
    { path: '.id', before: '12345678901234567890', after: '12345678901234567891' },
  ]);
});
