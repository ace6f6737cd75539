import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import {
  dueHoursRange,
  priorities,
  type Priority,
  type ReviewOrder,
} from '#shared/domain/review/review-order.ts';
import type { CatalogueReader, StoredItem } from '../aws/dynamodb/reading.ts';
import { typesIn, type SchemaTypes } from '../rows/judged-document.ts';
import { readRow } from '../rows/read-row.ts';
import type { NotAsked, PaidReads } from './paid-reads.ts';

/** The queue needs this of a workflow. A fact is null where the workflow does not say it. */
interface WorkflowFacts {
  readonly dueHours: number | null;
  readonly priority: Priority | null;
  readonly types: SchemaTypes | null;
}

type BatchKey = Pick<Batch, 'tenantId' | 'projectId' | 'workflowId'>;

/** On another connection or after a reset the workflows are others. */
type World = Pick<Session, 'connection' | 'sandboxResets'>;

interface Reads {
  readonly reader: CatalogueReader;
  readonly reads: PaidReads;
}

/** Keeps the facts of workflows for a minute, so that a changed due time counts soon. */
export interface WorkflowFactsStore {
  read(held: World, batches: readonly BatchKey[], reads: Reads): Promise<FoundWorkflows>;
}

export interface FoundWorkflows {
  readonly of: (batch: BatchKey) => WorkflowFacts;
  /** The reason why some could not be read. Their documents have the usual order. */
  readonly failure: Failure | null;
}

const keptFor = 60_000;
const mostKept = 2_000;
const unknown: WorkflowFacts = { dueHours: null, priority: null, types: null };

export function openWorkflowFacts(now: () => number): WorkflowFactsStore {
  const kept = new Map<string, { readonly facts: WorkflowFacts; readonly until: number }>();
  return {
    async read({ connection, sandboxResets }, batches, { reader, reads }) {
      const nameOf = ({ tenantId, projectId, workflowId }: BatchKey): string =>
        JSON.stringify([connection.id, sandboxResets, tenantId, projectId, workflowId]);
      const wanted = new Map(
        batches.flatMap(({ tenantId, projectId, workflowId }) =>
          workflowId === null
            ? []
            : [[nameOf({ tenantId, projectId, workflowId }), { tenantId, projectId, workflowId }] as const],
        ),
      );
      const found = new Map<string, WorkflowFacts>();
      for (const name of wanted.keys()) {
        const known = kept.get(name);
        if (known !== undefined && known.until > now()) found.set(name, known.facts);
      }
      const missing = [...wanted].filter(([name]) => !found.has(name)).map(([, key]) => key);
      let failure: Failure | null = null;
      if (missing.length > 0) {
        const read = reads.paid(await reader.run('extraction.workflowsByKeys', missing));
        if (read.ok) {
          for (const key of missing) found.set(nameOf(key), unknown);
          for (const item of read.value.items) {
            const { id } = readRow(item, 'Workflow');
            const key = {
              tenantId: id('tenantId'),
              projectId: id('projectId'),
              workflowId: id('workflowId'),
            };
            found.set(nameOf(key), factsIn(item));
          }
          for (const key of missing) {
            const name = nameOf(key);
            kept.delete(name);
            kept.set(name, { facts: found.get(name) ?? unknown, until: now() + keptFor });
          }
          for (const oldest of kept.keys()) {
            if (kept.size <= mostKept) break;
            kept.delete(oldest);
          }
        } else failure = read.failure;
      }
      return { of: (batch) => found.get(nameOf(batch)) ?? unknown, failure };
    },
  };
}

/** The queue before its workflows are known, or where they are not read. */
export const noWorkflows: FoundWorkflows = { of: () => unknown, failure: null };

export function toReviewOrder({ dueHours, priority }: WorkflowFacts, usualDueHours: number): ReviewOrder {
  return { dueHours: dueHours ?? usualDueHours, priority: priority ?? 'normal' };
}

/** A value that no editor writes counts as none, so that a broken item does not reorder the queue. */
function factsIn(item: StoredItem): WorkflowFacts {
  const { attributes } = item;
  const hours = Number(keyText(attributes, 'dueHours') ?? Number.NaN);
  const isFit = Number.isInteger(hours) && hours >= dueHoursRange.least && hours <= dueHoursRange.most;
  const priority = keyText(attributes, 'priority');
  return {
    dueHours: isFit ? hours : null,
    priority: priorities.find((one) => one === priority) ?? null,
    types: typesIn(item),
  };
}

/** Says that documents are listed with the usual due time, because their workflows could not be read. */
export function explainUsualOrder({ failure }: FoundWorkflows, tenantId: string | undefined): NotAsked[] {
  if (failure === null || tenantId === undefined) return [];
  const why = `Due times and priorities could not be read, so the usual due time is shown. ${failure.message}`;
  return [{ tenantId, why }];
}
