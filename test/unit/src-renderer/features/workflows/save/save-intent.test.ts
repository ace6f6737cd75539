import { expect, test } from 'vitest';
import { intentOf, isOpen } from '#renderer/features/workflows/save/save-intent.ts';
import type { SaidToSave } from '#renderer/features/workflows/save/save-intent.ts';

const said: SaidToSave = {
  tenantId: 'northwind',
  projectId: 'freight',
  workflowId: 'carrier-invoices',
  version: 3,
  confidenceThreshold: 0.5,
  reviewThreshold: 0.88,
  reason: 'Totals were misread.',
  typedEnvironment: null,
};
const newKey = () => 'key-of-another';

test('the same said again after an unclear answer is the same request', () => {
  const first = intentOf(said, null, () => 'key-of-the-first');
  expect(intentOf({ ...said }, first, newKey)).toBe(first);
  const turned = Object.fromEntries(Object.entries(said).toReversed()) as SaidToSave;
  expect(intentOf(turned, first, newKey).key).toBe('key-of-the-first');
});

test('anything else is a request of its own: a key never names two', () => {
  const first = intentOf(said, null, () => 'key-of-the-first');
  const others: readonly Partial<SaidToSave>[] = [
    { version: 4 },
    { reviewThreshold: 0.89 },
    { reason: 'Another reason.' },
    { workflowId: 'goods-in-notes' },
    { typedEnvironment: 'production' },
  ];
  for (const other of others) {
    expect(intentOf({ ...said, ...other }, first, newKey).key).toBe('key-of-another');
  }
  expect(intentOf(said, null, newKey).key).toBe('key-of-another');
});

test('a refusal is certain, a silence is not', () => {
  for (const code of ['pipeline-refused', 'role-required', 'read-only', 'plan-refused'] as const) {
    expect(isOpen({ code })).toBe(false);
  }
  for (const code of ['host-unreachable', 'pipeline-unreachable', 'pipeline-unreadable'] as const) {
    expect(isOpen({ code })).toBe(true);
  }
});
