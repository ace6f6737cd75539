import { expect, test } from 'vitest';
import { createQueryClient } from '#renderer/contract/query-client.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { pagedOptions } from '#renderer/contract/paged-options.ts';
import { keyOf, layWorkflow } from '#renderer/features/workflows/save/lay-workflow.ts';
import { fakeBridge } from '#test/builders/fake-bridge.ts';
import { aWorkflow } from '#test/builders/a-workflow.ts';

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
  layWorkflow(client, saved);

  expect(client.getQueryData(whole.queryKey)?.value.rows).toEqual([saved, older]);
  expect(client.getQueryData(paged.queryKey)?.pages.map(({ value }) => value.rows)).toEqual([
    [saved, older],
    [],
  ]);
  expect(client.getQueryData(another.queryKey)?.value.rows).toEqual([older]);
  const read = operationOptions('workflows.read', keyOf(saved));
  expect(client.getQueryData(read.queryKey)?.value).toBe(saved);
});
