import { describe, expect, it } from 'vitest';
import { findCorrection } from '#local/world/past/document-item.ts';
import { namesByConvention } from '#shared/domain/pipeline-names.ts';
import { aCourse } from './a-course.ts';
import { expectExecutions } from './expect-executions.ts';
import { expectItems } from './expect-items.ts';
import { liveThrough } from './live-through.ts';

const { extractionFunctions: functions } = namesByConvention('sandbox');
const anchor = Date.UTC(2026, 10, 20, 18);
const facts = { seed: '7', anchor, account: '000000000000', region: 'local', endpoint: 'http://127.0.0.1' };

describe('the seeded items of a batch', { timeout: 30_000 }, () => {
  it('equal those that the pipeline would write', async () => {
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
      handedOver: 1,
      leftClaimed: 1,
      reprocessed: [0.4, 0.8],
    });
    const running = await liveThrough(course);
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });

  it('equal those that two reviewers leave who decide blind', async () => {
    const course = aCourse(facts.seed, anchor, 'claim-forms', {
      size: 12,
      defects: { unsure: 12 },
      reviewed: [4, 0.05],
      opinions: [2, 3],
      leftClaimed: 1,
    });
    const running = await liveThrough(course);
    await expectItems(running, course);
    const given = course.documents.map(
      ({ acts }) => acts.filter(({ does }) => does === 'gives an opinion').length,
    );
    // The second person decides four documents, two wait for a second opinion, and the opinions on three
    // differ.
    expect([0, 1, 2].map((count) => given.filter((one) => one === count).length)).toEqual([3, 6, 3]);
  });

  it('equal those that a check of automatically accepted documents leaves', async () => {
    const course = aCourse(facts.seed, anchor, 'goods-in-notes', {
      hoursAgo: 30,
      size: 12,
      defects: { unsure: 1 },
      reviewed: [1, 0.05],
      checked: [80, 0.3],
    });
    const running = await liveThrough(course);
    await expectItems(running, course);
    const checked = course.documents.filter(({ acts }) => acts.some(({ does }) => does === 'checks'));
    const found = checked.flatMap((document) => findCorrection(course, document) ?? []);
    // Both readers misread a date in one of them, and the check is the first to notice it.
    expect([checked.length, found.map(({ is }) => Object.keys(is))]).toEqual([9, [['deliveryDate']]]);
  });

  it('equal those that an unfinished run leaves', async () => {
    const course = aCourse(facts.seed, anchor, 'fuel-invoices', {
      size: 3,
      defects: { unsure: 1 },
      execution: 'failed in finalise',
    });
    const running = await liveThrough(course, { refused: [functions.finaliseBatch] });
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });

  it('equal those that a run leaves after a timeout', async () => {
    const story = { size: 4, defects: { corrupt: 1 }, execution: 'timed out' } as const;
    const course = aCourse(facts.seed, anchor, 'returns-forms', story);
    const running = await liveThrough(course, { hanging: [functions.markDocumentFailed] });
    await expectItems(running, course);
    expectExecutions(running, course, facts);
  });
});
