import { describe, expect, it } from 'vitest';
import { findMarks, listUnusedExceptions } from '#scripts/english/find-marks.ts';

describe('a mark of odd English', () => {
  it.each([
    ['a function called …Of', 'export function batchOf(row: Row): Batch {'],
    ['a function called …Of', 'function* rowsOf() {'],
    ['a function called …Words', 'function jobWords(job: Job): string {'],
    ['a name that begins with told, kept or laid', 'function toldFailure(failure: Failure) {'],
    ['a name that begins with told, kept or laid', 'class KeptEntry {}'],
    ['a name that begins with told, kept or laid', 'interface LaidOver {'],
    ['a name that begins with told, kept or laid', 'type ToldState = string;'],
    ['somebody or nobody', "  text: 'Somebody has changed it',"],
    ['somebody or nobody', 'Nobody has been told of this batch yet.'],
    ['somebody or nobody', 'const isNobodys = true;'],
    ['anew', 'It is read anew.'],
    ['by itself', 'It goes on by itself.'],
    ['by itself', 'They return by themselves.'],
    ['of before', 'The figures of before are gone.'],
    ['a comment without a subject', '/** What is kept of a batch. */'],
    ['a comment without a subject', '/* Of two lines. */'],
    ['a comment without a subject', '// Those that wait.'],
    ['a comment without a subject', '   * That of the newest batch.'],
    ['a comment without a subject', '{/* Who may see it. */}'],
    ['a comment without a subject', '/** Whoever is there. */'],
  ])('is found: %s in %s', (mark, line) => {
    expect(findMarks('shared/some.ts', `first\n${line}`)).toEqual([
      { mark, at: `shared/some.ts:2 ${line.trim()}` },
    ]);
  });

  it.each(['src-local/told-items.ts', 'kept-world.ts', 'test/unit/laid-over.test.ts', 'docs/of-nobody.md'])(
    'is found in the file name %s',
    (file) => {
      expect(findMarks(file, '')).toEqual([
        { mark: 'a file called told-, kept-, laid- or …nobody', at: file },
      ]);
    },
  );

  it('is counted each time it occurs', () => {
    expect(findMarks('docs/some.md', 'somebody, nobody and anew')).toHaveLength(3);
  });
});

it.each([
  'function listBatches(): Batch[] {',
  '/** Returns what the page shows, of which those that failed come first. */',
  'const meanOf = (values: readonly number[]) => 0;',
  'for (const [one, at] of before) before.delete(one);',
  'The frame was disposed of before it could be checked.',
  'src-renderer/unfold-kept.ts',
])('finds nothing in plain English: %s', (line) => {
  expect(findMarks('shared/some.ts', line)).toEqual([]);
});

describe('an exception', () => {
  const file = 'test/conformance/dynamodb/capacity.ts';
  const text = 'BatchGetItem rounds each item up by itself.';

  it('allows its text in its file, and no other mark there', () => {
    expect(findMarks(file, `says: '${text}',`)).toEqual([]);
    expect(findMarks(file, `says: '${text} It goes by itself.',`)).toHaveLength(1);
    expect(findMarks('test/conformance/dynamodb/other.ts', text)).toHaveLength(1);
  });

  it('is reported once its text is gone', () => {
    expect(listUnusedExceptions(() => text)).toEqual([]);
    expect(listUnusedExceptions(() => '')).toContain(file);
  });
});
