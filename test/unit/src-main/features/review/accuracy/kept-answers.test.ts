import { expect, it } from 'vitest';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { keptAnswers } from '#main/features/review/accuracy/kept-answers.ts';

const receipt = {
  pattern: 'extraction.documentsOfBatch',
  index: 'table',
  pages: 1,
  items: 1,
  rru: 1,
  bytes: 1,
  ms: 1,
  asOf: '2026-11-20T12:00:00.000Z',
};

function aShelf() {
  let time = 0;
  let reads = 0;
  const kept = keptAnswers<number>(() => time, { longest: 100, most: 2 });
  const read = (answer?: Result<number>) => () => {
    reads += 1;
    return Promise.resolve(answer ?? ok(reads, receipt));
  };
  return { kept, read, reads: () => reads, wait: (ms: number) => void (time += ms) };
}

it('is read once for all who ask, and paid for once', async () => {
  const { kept, read, reads } = aShelf();
  const answers = await Promise.all([kept.get('a', read()), kept.get('a', read()), kept.get('a', read())]);
  expect(reads()).toBe(1);
  expect(answers.map((answer) => [answer.ok && answer.value, answer.receipt !== undefined])).toEqual([
    [1, true],
    [1, false],
    [1, false],
  ]);
});

it('is read again when it is old, or was pushed out', async () => {
  const { kept, read, reads, wait } = aShelf();
  await kept.get('a', read());
  wait(99);
  await kept.get('a', read());
  expect(reads()).toBe(1);
  wait(1);
  await kept.get('a', read());
  expect(reads()).toBe(2);
  await kept.get('b', read());
  await kept.get('c', read());
  await kept.get('a', read());
  expect(reads()).toBe(5);
});

it('keeps no failure, and none that was thrown', async () => {
  const { kept, read, reads } = aShelf();
  const failed = refused({ code: 'throttled', message: 'Slower.', attempts: 4 });
  expect((await kept.get('a', read(failed))).ok).toBe(false);
  await expect(kept.get('a', () => Promise.reject(new Error('a defect')))).rejects.toThrow('a defect');
  expect(await kept.get('a', read())).toMatchObject({ ok: true, value: 2 });
  expect(reads()).toBe(2);
});
