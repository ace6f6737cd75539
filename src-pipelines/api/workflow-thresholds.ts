import type { z } from 'zod';
import type { operations } from '#shared/pipeline-api/operations.ts';
import {
  createHistoryEvent,
  putNew,
  putOver,
  toStoredWorkflow,
  toStoredWorkflowEvent,
} from '../extraction/stored-items.ts';
import type { WorkflowItem } from '../extraction/item-shapes.ts';
import { getWorkflow } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import {
  ApiProblem,
  commit,
  notFound,
  requireTenant,
  requireVersion,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type Body = z.output<(typeof operations)['changeThresholds']['body']>;

/** The change applies to later batches: a batch has the thresholds of its submission. */
export function changeThresholds(parts: PipelineParts): OwnHandler<Body> {
  return {
    async run(call) {
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await requireWorkflow(parts, call);
        requireVersion(call.ifMatch, before, { ...before });
        const next = nextWorkflow(parts, before, call.body);
        const { tenantId, workflowId } = before;
        const answer = { status: 200, body: { workflow: next } };
        const event = toStoredWorkflowEvent(tenantId, workflowId, changed(parts, call, before));
        const change = [putOver(parts, toStoredWorkflow(next), before), putNew(parts, event)];
        if ((await commit(parts, change, call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this workflow. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

async function requireWorkflow(
  parts: PipelineParts,
  { caller, params }: OwnCall<Body>,
): Promise<WorkflowItem> {
  const { tenantId = '', projectId = '', workflowId = '' } = params;
  requireTenant(caller, tenantId, 'workflow');
  const workflow = await getWorkflow(parts, { tenantId, projectId, workflowId });
  if (!workflow) throw notFound('workflow');
  return workflow;
}

function nextWorkflow(
  parts: PipelineParts,
  before: WorkflowItem,
  { confidenceThreshold, reviewThreshold }: Body,
): WorkflowItem {
  const { version = 0 } = before as Partial<WorkflowItem>;
  const updatedAt = new Date(parts.now()).toISOString();
  return { ...before, confidenceThreshold, reviewThreshold, version: version + 1, updatedAt };
}

function changed(parts: PipelineParts, { caller, body, requestId }: OwnCall<Body>, before: WorkflowItem) {
  const { confidenceThreshold, reviewThreshold, reason } = body;
  return createHistoryEvent(parts, {
    what: 'thresholds changed',
    actor: caller.sub,
    reason,
    requestId,
    before: { confidenceThreshold: before.confidenceThreshold, reviewThreshold: before.reviewThreshold },
    after: { confidenceThreshold, reviewThreshold },
  });
}
