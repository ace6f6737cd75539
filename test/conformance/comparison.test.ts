import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contradictions } from '#scripts/conformance/contradictions.ts';
import { shrunk } from '#scripts/conformance/fuzz/shrink.ts';
import type { Judgement } from '#scripts/conformance/judgement.ts';
import type { Result } from '#scripts/conformance/run-assertions.ts';
import { unjudged } from '#scripts/conformance/unjudged.ts';
import { writtenComparison, type Column } from '#scripts/conformance/written-comparison.ts';
import { judgements } from './judgements.ts';
import { suite } from './suite.ts';

const assertions = suite.slice(0, 3);
const [first = '', second = '', third = ''] = assertions.map(({ id }) => id);

describe('the comparison with other implementations', () => {
  it('is written so that a run with the same outcome agrees with it', () => {
    const columns = [ours(), other('differs')];
    const page = writtenComparison(assertions, columns, [judgement(second)]);
    expect(contradictions(page, columns)).toEqual([]);
    expect(writtenComparison(assertions, columns, [judgement(second)])).toBe(page);
  });

  it('names the assertion that is written down otherwise', () => {
    const page = writtenComparison(assertions, [ours(), other('differs')], []);
    const problems = contradictions(page, [ours(), other('agrees')]);
    expect(problems).toEqual([`${second}: Other is written down as “differs” and is “agrees”`]);
  });

  it('leaves out implementations that are not here', () => {
    const page = writtenComparison(assertions, [ours(), other('differs')], []);
    expect(contradictions(page, [ours(), { ...other('agrees'), results: undefined }])).toEqual([]);
  });

  it('notices an assertion that was added since', () => {
    const page = writtenComparison(assertions.slice(0, 2), [ours(), other('differs')], []);
    expect(contradictions(page, [ours()])).toEqual([
      `${third}: Pocket AWS is written down as “missing” and is “agrees”`,
    ]);
  });

  it('asks for a judgement of every difference, and for none of what agrees', () => {
    expect(unjudged([ours(), other('differs')], [judgement(second)])).toEqual([]);
    expect(unjudged([ours(), other('differs')], [])).toEqual([
      `Other differs without a judgement: ${second}: seen`,
    ]);
    expect(unjudged([ours(), other('agrees')], [judgement(second)])).toEqual([
      `Other does not differ any more: ${second}`,
    ]);
  });

  it('judges only assertions that there are', () => {
    const known = new Set(suite.map(({ id }) => id));
    expect(judgements.flatMap(({ ids }) => ids).filter((id) => !known.has(id))).toEqual([]);
  });

  it('is written down for each assertion', () => {
    const page = readFileSync('docs/conformance.md', 'utf8');
    expect(suite.filter(({ id }) => !page.includes(`| \`${id}\` |`)).map(({ id }) => id)).toEqual([]);
  });

  it('names no two assertions alike, and a page of AWS for each', () => {
    expect(new Set(suite.map(({ id }) => id)).size).toBe(suite.length);
    expect(suite.filter(({ doc }) => !doc.startsWith('https://docs.aws.amazon.com/'))).toEqual([]);
  });
});

describe('shrinking a sequence of steps', () => {
  it('keeps only the steps without which it does not fail', async () => {
    const steps = Array.from({ length: 50 }, (_, at) => at);
    const fails = (some: readonly number[]) =>
      Promise.resolve([7, 31, 49].every((step) => some.includes(step)));
    expect(await shrunk(steps, fails)).toEqual([7, 31, 49]);
  });

  it('leaves a single step alone', async () => {
    expect(await shrunk([1], () => Promise.resolve(true))).toEqual([1]);
  });
});

function ours(): Column {
  const results = assertions.map(({ id }): Result => ({ id, outcome: 'agrees', ms: 1 }));
  return { name: 'Pocket AWS', version: '', services: ['dynamodb'], results };
}

function other(outcome: 'agrees' | 'differs'): Column {
  const results: Result[] = [
    { id: first, outcome: 'agrees', ms: 1 },
    { id: second, outcome, why: 'seen', ms: 1 },
    { id: third, outcome: 'not-run', ms: 0 },
  ];
  return { name: 'Other', version: '1.0', services: ['dynamodb'], results };
}

function judgement(id: string): Judgement {
  return { implementation: 'Other', because: 'It differs.', right: 'the assertion', ids: [id] };
}
