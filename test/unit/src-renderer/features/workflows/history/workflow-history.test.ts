import { describe, expect, test } from 'vitest';
import type { WorkflowEvent } from '#shared/contract/workflows.ts';
import {
  toHistoryRows,
  isAhead,
  describeReason,
  suggestReason,
  formatRowName,
} from '#renderer/features/workflows/history/workflow-history.ts';
import { messages } from '#renderer/features/workflows/messages.ts';
import { aWorkflow, aWorkflowEvent } from '#test/builders/a-workflow.ts';

describe('the history of a workflow', () => {
  test('has the thresholds of every version, whether or not the change was one of thresholds', () => {
    expect(rows().map(({ version, thresholds, changed }) => [version, thresholds, changed])).toEqual([
      [4, pair(0.56, 0.85), true],
      [3, pair(0.56, 0.9), false],
      [2, pair(0.56, 0.9), true],
      [1, pair(0.6, 0.9), false],
    ]);
  });

  test('marks only the newest as live, and offers only versions that differ', () => {
    expect(rows().map(({ isLive, differs }) => [isLive, differs])).toEqual([
      [true, false],
      [false, true],
      [false, true],
      [false, true],
    ]);
  });

  test('does not offer a version with the live thresholds', () => {
    const back = aWorkflowEvent({ before: pair(0.5, 0.9), after: pair(0.56, 0.85) });
    const away = aWorkflowEvent({ before: pair(0.56, 0.85), after: pair(0.5, 0.9) });
    const created = aWorkflowEvent({ what: 'created' });
    const found = toHistoryRows([back, away, created], aWorkflow({ version: 3 }), true);
    expect(found.map(({ differs }) => differs)).toEqual([false, true, false]);
  });

  test('numbers versions from the newest if there are more than these', () => {
    const found = toHistoryRows(events.slice(0, 2), aWorkflow({ version: 4 }), false);
    expect(found.map(({ version }) => version)).toEqual([4, 3]);
  });

  test('has no numbers and no live version if it disagrees with the workflow', () => {
    for (const version of [5, null]) {
      const found = toHistoryRows(events, aWorkflow({ version }), true);
      expect(found.map((row) => row.version)).toEqual([null, null, null, null]);
      expect(found.some(({ isLive }) => isLive)).toBe(false);
    }
  });

  test('reports a save that is newer than the workflow', () => {
    expect(isAhead(events, aWorkflow())).toBe(false);
    expect(isAhead(events, aWorkflow({ reviewThreshold: 0.9 }))).toBe(true);
    expect(
      toHistoryRows(events, aWorkflow({ version: 4, reviewThreshold: 0.9 }), true)[0]?.version,
    ).toBeNull();
  });

  test('has the live thresholds everywhere if they never changed', () => {
    const found = toHistoryRows([aWorkflowEvent({ what: 'created' })], aWorkflow({ version: 1 }), true);
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
  return toHistoryRows(events, aWorkflow({ version: 4 }), true);
}

const now = Date.parse('2026-11-22T12:00:00.000Z');
const thresholds = { confidenceThreshold: 0.56, reviewThreshold: 0.9 };
const row = { event: aWorkflowEvent(), version: 3, thresholds, changed: true, isLive: false, differs: true };

test('describes a change of thresholds by its reason, and any other by its kind first', () => {
  const change = aWorkflowEvent({ after: thresholds });
  expect(describeReason(change)).toEqual({ what: null, why: 'Too many sure documents in review.' });
  expect(describeReason({ ...change, reason: null }).why).toBe(messages.history.noReason);
  const schema = aWorkflowEvent({ what: 'schema changed', reason: 'Order numbers now.' });
  expect(describeReason(schema)).toEqual({ what: 'schema changed: ', why: 'Order numbers now.' });
  expect(describeReason(aWorkflowEvent({ what: 'created', reason: null }))).toEqual({
    what: 'created',
    why: '',
  });
});

test('the reason of a revert names the version and its thresholds', () => {
  expect(suggestReason(row, now)).toBe('Back to version 3 of 14 Nov, 11:02 (0.56 and 0.90).');
});

test('a version without a number is named by its time', () => {
  const unnumbered = { ...row, version: null };
  expect(formatRowName(unnumbered, now)).toBe('what was live from 14 Nov, 11:02');
  expect(suggestReason(unnumbered, now)).toBe('Back to what was live from 14 Nov, 11:02 (0.56 and 0.90).');
});
