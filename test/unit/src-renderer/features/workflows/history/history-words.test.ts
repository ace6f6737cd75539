import { expect, test } from 'vitest';
import { reasonWords, revertReason, rowName } from '#renderer/features/workflows/history/history-words.ts';
import { aWorkflowEvent } from '#test/builders/a-workflow.ts';

const now = Date.parse('2026-11-22T12:00:00.000Z');
const thresholds = { confidenceThreshold: 0.56, reviewThreshold: 0.9 };
const row = { event: aWorkflowEvent(), version: 3, thresholds, changed: true, isLive: false, differs: true };

test('a change of thresholds is told by its reason, any other says first what it was', () => {
  const change = aWorkflowEvent({ after: thresholds });
  expect(reasonWords(change)).toEqual({ what: null, why: 'Too many sure documents in review.' });
  expect(reasonWords({ ...change, reason: null }).why).toBe('no reason was kept');
  const schema = aWorkflowEvent({ what: 'schema changed', reason: 'Order numbers now.' });
  expect(reasonWords(schema)).toEqual({ what: 'schema changed: ', why: 'Order numbers now.' });
  expect(reasonWords(aWorkflowEvent({ what: 'created', reason: null }))).toEqual({
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
