import { expect, it } from 'vitest';
import { workflowIds, workflowOutcome } from '#main/features/workflows/workflows-handlers.ts';

const save = {
  tenantId: 't',
  projectId: 'p',
  workflowId: 'w',
  version: 3,
  confidenceThreshold: 0.5,
  reviewThreshold: 0.85,
  reason: 'Too much in review.',
  typedEnvironment: 'production',
  intentKey: 'intent-one',
};

it('the audit has the version, the new values and the reason, and the key under which the pipeline remembers it', () => {
  expect(workflowIds('workflows.saveThresholds', save)).toEqual({
    version: '3',
    confidenceThreshold: '0.5',
    reviewThreshold: '0.85',
    reason: 'Too much in review.',
    intentKey: 'intent-one',
  });
  expect(workflowIds('workflows.sample', save)).toEqual({});
  expect(workflowIds('workflows.saveThresholds', { version: 'three' })).toEqual({});
});

it('the audit separates a lost race from a save', () => {
  const outcome = (kind: string, version: number | null) =>
    workflowOutcome('workflows.saveThresholds', { outcome: { kind, workflow: { version } } });
  expect(outcome('saved', 4)).toEqual({ outcome: 'saved', nowAtVersion: '4' });
  expect(outcome('overtaken', null)).toEqual({ outcome: 'overtaken' });
  expect(
    workflowOutcome('review.decide', { outcome: { kind: 'saved', workflow: { version: 4 } } }),
  ).toBeUndefined();
  expect(workflowOutcome('workflows.saveThresholds', {})).toBeUndefined();
});
