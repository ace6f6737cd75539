import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { WorkflowKey } from '#shared/contract/workflows/workflows.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import type { Answer } from '#renderer/contract/operation-options.ts';

type Page = Answer<{ readonly rows: readonly Workflow[] }>;
type Listed = Page | InfiniteData<Page>;

/** A workflow as a command has answered it, in every list that was read before: none of them is read again for it. */
export function layWorkflow(client: QueryClient, workflow: Workflow): void {
  client.setQueryData(operationOptions('workflows.read', keyOf(workflow)).queryKey, (read) =>
    read === undefined ? answered(workflow) : { ...read, value: workflow },
  );
  const { tenantId, projectId } = workflow;
  client.setQueriesData<Listed>(
    {
      predicate: ({ queryKey: [operation, input] }) =>
        operation === 'workflows.ofProject' && isOf(input, { tenantId, projectId }),
    },
    (listed) => listed && withWorkflow(listed, workflow),
  );
}

export function keyOf({ tenantId, projectId, workflowId }: WorkflowKey): WorkflowKey {
  return { tenantId, projectId, workflowId };
}

/** The last changed comes first. */
export function withWorkflow(listed: Listed, workflow: Workflow): Listed {
  if (!('pages' in listed)) return first(listed, workflow);
  const [head, ...rest] = listed.pages;
  if (head === undefined) return listed;
  return { ...listed, pages: [first(head, workflow), ...rest.map((page) => without(page, workflow))] };
}

function first(page: Page, workflow: Workflow): Page {
  const { rows } = without(page, workflow).value;
  return { ...page, value: { ...page.value, rows: [workflow, ...rows] } };
}

function without(page: Page, { workflowId }: Workflow): Page {
  return {
    ...page,
    value: { ...page.value, rows: page.value.rows.filter((row) => row.workflowId !== workflowId) },
  };
}

function isOf(input: unknown, { tenantId, projectId }: Pick<WorkflowKey, 'tenantId' | 'projectId'>): boolean {
  const asked = input as Partial<WorkflowKey>;
  return asked.tenantId === tenantId && asked.projectId === projectId;
}
