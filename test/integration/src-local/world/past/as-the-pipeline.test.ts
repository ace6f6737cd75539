import { describe, it } from 'vitest';
import { namesByConvention } from '#shared/domain/naming-convention.ts';
import { aCourse } from './a-course.ts';
import { expectExecutions } from './expect-executions.ts';
import { expectItems } from './expect-items.ts';
import { liveThrough } from './live-through.ts';

const { extractionFunctions: functions } = namesByConvention('sandbox');
const anchor = Date.UTC(2026, 10, 20, 18);
const facts = { seed: '7', anchor, account: '000000000000', region: 'local', endpoint: 'http://127.0.0.1' };

describe('what is told of a batch', { timeout: 30_000 }, () => {
  it('is what the pipeline leaves of it', async () => {
    const course = aCourse(facts.seed, anchor, 'carrier-invoices', {
      size: 13,
      defects: {
        corrupt: 1,
        'unsupported language': 1,
        'schema mismatch': 1,
        guardrail: 1,
        illegible: 1,
        unsure: 6,
      },
      reviewed: [4, 0.05],
      leftClaimed: 1,
      reprocessed: [0.4, 0.8],
    });
    const running = await liveThrough(course);
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });

  it('is what a run leaves that could not be finished', async () => {
    const course = aCourse(facts.seed, anchor, 'fuel-invoices', {
      size: 3,
      defects: { unsure: 1 },
      execution: 'failed in finalise',
    });
    const running = await liveThrough(course, { refused: [functions.finaliseBatch] });
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });

  it('is what a run leaves that has run out of time', async () => {
    const story = { size: 4, defects: { corrupt: 1 }, execution: 'timed out' } as const;
    const course = aCourse(facts.seed, anchor, 'returns-forms', story);
    const running = await liveThrough(course, { hanging: [functions.markDocumentFailed] });
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });
});
