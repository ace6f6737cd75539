import { describe, expect, test } from 'vitest';
import type { WorkflowEvent } from '#shared/contract/workflows.ts';
import {
  historyRows,
  isAhead,
  describeReason,
  revertReason,
  rowName,
} from '#renderer/features/workflows/history/workflow-history.ts';
import { aWorkflow, aWorkflowEvent } from '#test/builders/a-workflow.ts';

describe('the history of a workflow', () => {
  test('every version says what it said, whether or not it was a change of thresholds', () => {
    expect(rows().map(({ version, thresholds, changed }) => [version, thresholds, changed])).toEqual([
      [4, pair(0.56, 0.85), true],
      [3, pair(0.56, 0.9), false],
      [2, pair(0.56, 0.9), true],
      [1, pair(0.6, 0.9), false],
    ]);
  });

  test('only the newest is live, and only what differs from it can come back', () => {
    expect(rows().map(({ isLive, differs }) => [isLive, differs])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  test('a version that says the same as what is live changes nothing when it comes back', () => {
    const back = aWorkflowEvent({ before: pair(0.5, 0.9), after: pair(0.56, 0.85) });
    const away = aWorkflowEvent({ before: pair(0.56, 0.85), after: pair(0.5, 0.9) });
    const created = aWorkflowEvent({ what: 'created' });
    const found = historyRows([back, away, created], aWorkflow({ version: 3 }), true);
    expect(found.map(({ differs }) => differs)).toEqual([false, true, false]);
  });

  test('with more than these, they are still numbered from the newest', () => {
    const found = historyRows(events.slice(0, 2), aWorkflow({ version: 4 }), false);
    expect(found.map(({ version }) => version)).toEqual([4, 3]);
  });

  test('nothing is numbered, or called live, where history and workflow do not agree', () => {
    for (const version of [5, null]) {
      const found = historyRows(events, aWorkflow({ version }), true);
      expect(found.map((row) => row.version)).toEqual([null, null, null, null]);
      expect(found.some(({ isLive }) => isLive)).toBe(false);
    }
  });

  test('it is known where somebody has saved since the workflow was read', () => {
    expect(isAhead(events, aWorkflow())).toBe(false);
    expect(isAhead(events, aWorkflow({ reviewThreshold: 0.9 }))).toBe(true);
    expect(historyRows(events, aWorkflow({ version: 4, reviewThreshold: 0.9 }), true)[0]?.version).toBeNull();
  });

  test('without any change of thresholds everything says what is live', () => {
    const found = historyRows([aWorkflowEvent({ what: 'created' })], aWorkflow({ version: 1 }), true);
    expect(found[0]).toMatchObject({
      version: 1,
      thresholds: pair(0.56, 0.85),
      isLive: true,
      differs: false,
    });
    expect(isAhead([aWorkflowEvent({ what: 'created' })], aWorkflow())).toBe(false);
  });
});

const pair = (confidenceThreshold: number, reviewThreshold: number) => ({
  confidenceThreshold,
  reviewThreshold,
});

const events: readonly WorkflowEvent[] = [
  aWorkflowEvent({ before: pair(0.56, 0.9), after: pair(0.56, 0.85) }),
  aWorkflowEvent({ what: 'schema changed' }),
  aWorkflowEvent({ before: pair(0.6, 0.9), after: pair(0.56, 0.9) }),
  aWorkflowEvent({ what: 'created' }),
];

function rows() {
  return historyRows(events, aWorkflow({ version: 4 }), true);
}

const now = Date.parse('2026-11-22T12:00:00.000Z');
const thresholds = { confidenceThreshold: 0.56, reviewThreshold: 0.9 };
const row = { event: aWorkflowEvent(), version: 3, thresholds, changed: true, isLive: false, differs: true };

test('a change of thresholds is told by its reason, any other says first what it was', () => {
  const change = aWorkflowEvent({ after: thresholds });
  expect(describeReason(change)).toEqual({ what: null, why: 'Too many sure documents in review.' });
  expect(describeReason({ ...change, reason: null }).why).toBe('no reason was kept');
  const schema = aWorkflowEvent({ what: 'schema changed', reason: 'Order numbers now.' });
  expect(describeReason(schema)).toEqual({ what: 'schema changed: ', why: 'Order numbers now.' });
  expect(describeReason(aWorkflowEvent({ what: 'created', reason: null }))).toEqual({
    what: 'created',
    why: '',
  });
});

test('the reason of a revert names the version and what it says', () => {
  expect(revertReason(row, now)).toBe('Back to version 3 of 14 Nov, 11:02 (0.56 and 0.90).');
});

test('a version without a number is named by when it was live', () => {
  const unnumbered = { ...row, version: null };
  expect(rowName(unnumbered, now)).toBe('what was live from 14 Nov, 11:02');
  expect(revertReason(unnumbered, now)).toBe('Back to what was live from 14 Nov, 11:02 (0.56 and 0.90).');
});
