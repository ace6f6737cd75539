import { expect, test } from 'vitest';
import { answered, operationOptions, pagedOptions } from '#renderer/contract/operation-options.ts';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import {
  findIntent,
  isOpen,
  toWorkflowKey,
  replaceWorkflow,
  type SaidToSave,
} from '#renderer/features/workflows/save/use-save.ts';
import { aWorkflow } from '#test/builders/a-workflow.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';

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
  const first = findIntent(said, null, () => 'key-of-the-first');
  expect(findIntent({ ...said }, first, newKey)).toBe(first);
  const turned = Object.fromEntries(Object.entries(said).toReversed()) as SaidToSave;
  expect(findIntent(turned, first, newKey).key).toBe('key-of-the-first');
});

test('anything else is a request of its own: a key never names two', () => {
  const first = findIntent(said, null, () => 'key-of-the-first');
  const others: readonly Partial<SaidToSave>[] = [
    { version: 4 },
    { reviewThreshold: 0.89 },
    { reason: 'Another reason.' },
    { workflowId: 'goods-in-notes' },
    { typedEnvironment: 'production' },
  ];
  for (const other of others) {
    expect(findIntent({ ...said, ...other }, first, newKey).key).toBe('key-of-another');
  }
  expect(findIntent(said, null, newKey).key).toBe('key-of-another');
});

test('a refusal is certain, a silence is not', () => {
  for (const code of ['pipeline-refused', 'role-required', 'read-only', 'plan-refused'] as const) {
    expect(isOpen({ code })).toBe(false);
  }
  for (const code of ['host-unreachable', 'pipeline-unreachable', 'pipeline-unreadable'] as const) {
    expect(isOpen({ code })).toBe(true);
  }
});

test('what was saved is first in every list of its project, and in no other', () => {
  const client = createQueryClient(fakeBridge({}), { onCommandFailure: () => undefined });
  const older = aWorkflow({ workflowId: 'goods-in-notes' });
  const page = (rows: readonly ReturnType<typeof aWorkflow>[]) =>
    answered({ rows: [...rows], cursor: null, throttled: 0 });
  const input = { tenantId: 'northwind', projectId: 'freight', pageSize: 50 };
  const whole = operationOptions('workflows.ofProject', input);
  const paged = pagedOptions('workflows.ofProject', input);
  const another = operationOptions('workflows.ofProject', { ...input, projectId: 'returns' });
  client.setQueryData(whole.queryKey, page([older, aWorkflow()]));
  client.setQueryData(paged.queryKey, {
    pages: [page([older]), page([aWorkflow()])],
    pageParams: [undefined, 'next'],
  });
  client.setQueryData(another.queryKey, page([older]));

  const saved = aWorkflow({ version: 4, reviewThreshold: 0.9 });
  replaceWorkflow(client, saved);

  expect(client.getQueryData(whole.queryKey)?.value.rows).toEqual([saved, older]);
  expect(client.getQueryData(paged.queryKey)?.pages.map(({ value }) => value.rows)).toEqual([
    [saved, older],
    [],
  ]);
  expect(client.getQueryData(another.queryKey)?.value.rows).toEqual([older]);
  const read = operationOptions('workflows.read', toWorkflowKey(saved));
  expect(client.getQueryData(read.queryKey)?.value).toBe(saved);
});
