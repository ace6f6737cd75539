import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import type { z } from 'zod';
import { formatObjective } from '#shared/domain/objective.ts';
import type { operations } from '#shared/pipeline-api/operations.ts';
import {
  createHistoryEvent,
  putNew,
  putOver,
  toStoredWorkflow,
  toStoredWorkflowEvent,
} from '../extraction/stored-items.ts';
import type { HistoryEvent, WorkflowItem } from '../extraction/item-shapes.ts';
import { keyOf } from '../extraction/keys.ts';
import { getWorkflow } from '../extraction/read-items.ts';
import type { PipelineParts } from '../parts.ts';
import { toItem } from '../plain-items.ts';
import {
  ApiProblem,
  commit,
  notFound,
  requireTenant,
  requireVersion,
  type OwnCall,
  type OwnHandler,
} from './call.ts';

type Thresholds = z.output<(typeof operations)['changeThresholds']['body']>;

/** The change applies to later batches: a batch has the thresholds of its submission. */
export function changeThresholds(parts: PipelineParts): OwnHandler<Thresholds> {
  return changeWorkflow(parts, ({ confidenceThreshold, reviewThreshold }, before) => ({
    changes: { confidenceThreshold, reviewThreshold },
    what: 'thresholds changed',
    was: { confidenceThreshold: before.confidenceThreshold, reviewThreshold: before.reviewThreshold },
    is: { confidenceThreshold, reviewThreshold },
  }));
}

type ReviewSettings = z.output<(typeof operations)['changeReview']['body']>;

/** The change applies at once, also to documents that wait for review by now. */
export function changeReview(parts: PipelineParts): OwnHandler<ReviewSettings> {
  return changeWorkflow(parts, (body, before) => {
    const given = reviewSettings.filter((name) => body[name] !== undefined);
    const changes = Object.fromEntries(given.map((name) => [name, body[name] ?? undefined]));
    const [was, is] = [before, { ...before, ...changes }].map(
      (of) => Object.assign({}, ...given.map((name) => describeSetting(of, name))) as Described,
    );
    return { changes, what: 'review changed', was: was ?? {}, is: is ?? {} };
  });
}

type ObjectiveBody = z.output<(typeof operations)['changeObjective']['body']>;

/** Batches are counted by how long they took anyway, so the change also applies to those that have ended. */
export function changeObjective(parts: PipelineParts): OwnHandler<ObjectiveBody> {
  return changeWorkflow(parts, ({ objective }, before) => ({
    changes: { objective: objective ?? undefined },
    also: [listObjective(parts, before, objective !== null)],
    what: 'objective changed',
    was: describeObjective(before.objective),
    is: describeObjective(objective ?? undefined),
  }));
}

/** The workflow's own version decides who was first, so this needs no condition. */
function listObjective(parts: PipelineParts, workflow: WorkflowItem, isListed: boolean): TransactWriteItem {
  const { table: TableName } = parts.names.extraction;
  const key = keyOf.objective(workflow.tenantId, workflow.projectId, workflow.workflowId);
  if (!isListed) return { Delete: { TableName, Key: toItem(key) } };
  const now = new Date(parts.now()).toISOString();
  return { Put: { TableName, Item: toItem({ ...key, version: 1, createdAt: now, updatedAt: now }) } };
}

function describeObjective(objective: WorkflowItem['objective']): Described {
  return { objective: objective === undefined ? 'none' : formatObjective(objective) };
}

const reviewSettings = ['rules', 'dueHours', 'priority', 'customer'] as const;

type Described = Readonly<Record<string, string | number>>;

/** Returns a setting as a history shows it. One that is not there has its usual value. */
function describeSetting(of: WorkflowItem, name: (typeof reviewSettings)[number]): Described {
  switch (name) {
    case 'rules':
      return Object.fromEntries(
        Object.entries(of.rules ?? {}).map(([rule, weight]) => [`rule ${rule}`, weight]),
      );
    case 'customer': {
      const { names = [], vatNumbers = [] } = of.customer ?? {};
      const told = [...names, ...vatNumbers].join(', ');
      return { customer: told === '' ? 'not set' : told.slice(0, longestTold) };
    }
    case 'dueHours':
      return { dueHours: of.dueHours ?? 'not set' };
    default:
      return { priority: of.priority ?? 'normal' };
  }
}

const longestTold = 400;

interface WorkflowChange {
  /** Undefined takes an attribute away. */
  readonly changes: Readonly<Partial<Record<keyof WorkflowItem, unknown>>>;
  readonly what: string;
  readonly was: NonNullable<HistoryEvent['before']>;
  readonly is: NonNullable<HistoryEvent['after']>;
  /** Written with it. */
  readonly also?: readonly TransactWriteItem[];
}

/** Changes a workflow on the version that was seen, with a line in its history. */
function changeWorkflow<Body extends { readonly reason: string }>(
  parts: PipelineParts,
  change: (body: Body, before: WorkflowItem) => WorkflowChange,
): OwnHandler<Body> {
  return {
    async run(call) {
      for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
        const before = await requireWorkflow(parts, call);
        requireVersion(call.ifMatch, before, { ...before });
        const { changes, what, was, is, also = [] } = change(call.body, before);
        const { version = 0 } = before as Partial<WorkflowItem>;
        const updatedAt = new Date(parts.now()).toISOString();
        const next = { ...before, ...changes, version: version + 1, updatedAt } as WorkflowItem;
        const { tenantId, workflowId } = before;
        const answer = { status: 200, body: { workflow: next } };
        const event = createHistoryEvent(parts, {
          what,
          actor: call.caller.sub,
          reason: call.body.reason,
          requestId: call.requestId,
          before: was,
          after: is,
        });
        const writes = [
          putOver(parts, toStoredWorkflow(next), before),
          putNew(parts, toStoredWorkflowEvent(tenantId, workflowId, event)),
          ...also,
        ];
        if ((await commit(parts, writes, call.remembered(answer))) === 'done') return answer;
      }
      throw new ApiProblem('try-again', 'Others keep changing this workflow. Nothing was done; look again.');
    },
  };
}

const mostAttempts = 5;

async function requireWorkflow(parts: PipelineParts, { caller, params }: OwnCall): Promise<WorkflowItem> {
  const { tenantId = '', projectId = '', workflowId = '' } = params;
  requireTenant(caller, tenantId, 'workflow');
  const workflow = await getWorkflow(parts, { tenantId, projectId, workflowId });
  if (!workflow) throw notFound('workflow');
  return workflow;
}
