import { useInfiniteQuery, useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import type { Project, Workflow } from '#shared/contract/pipeline-items.ts';
import type { Filing, ReviewKey } from '#shared/contract/review-document.ts';
import type { Usage } from '#shared/contract/triage.ts';
import { moneyText } from '#shared/pricing/decimal.ts';
import { documentCost, sumOfCosts } from '#shared/pricing/document-cost.ts';
import { getBookInUse } from '#shared/pricing/book-in-use.ts';
import { filingMessages as messages } from './filing-messages.ts';

type WorkflowRef = Filing['into'][number]['workflow'];

export interface WorkflowChoice extends WorkflowRef {
  readonly value: string;
  readonly label: string;
}

export interface WorkflowChoices {
  readonly list: readonly WorkflowChoice[];
  readonly isRead: boolean;
  readonly isAll: boolean;
  readonly failure: string | null;
}

export function nameWorkflow({ projectId, workflowId }: WorkflowRef): string {
  return JSON.stringify([projectId, workflowId]);
}

/** Reads the projects of the tenant and the workflows of each, by name. */
export function useWorkflowChoices(tenantId: string): WorkflowChoices {
  const projects = useInfiniteQuery(pagedOptions('projects.ofTenant', { tenantId, pageSize: 25 }));
  const rows = projects.data?.pages.flatMap(({ value }) => value.rows) ?? [];
  const lists = useQueries({
    queries: rows.map(({ projectId }) =>
      operationOptions('workflows.ofProject', { tenantId, projectId, pageSize: mostOfProject }),
    ),
    combine: useCallback((answers: readonly ListAnswer[]) => joinLists(answers), []),
  });
  const named = new Map(rows.map((project) => [project.projectId, project]));
  return {
    list: lists.workflows.map((workflow) => toChoice(workflow, named.get(workflow.projectId))),
    isRead: projects.data !== undefined && lists.isRead,
    isAll: !projects.hasNextPage && lists.isAll,
    failure: projects.error === null ? lists.failure : toFailure(projects.error).message,
  };
}

const mostOfProject = 100;

type ListAnswer = UseQueryResult<
  Answer<{ readonly rows: readonly Workflow[]; readonly cursor: string | null }>
>;

function joinLists(answers: readonly ListAnswer[]) {
  const failed = answers.find(({ error }) => error !== null);
  return {
    workflows: answers.flatMap(({ data }) => data?.value.rows ?? []).filter(({ expired }) => !expired),
    isRead: answers.every(({ data, error }) => data !== undefined || error !== null),
    isAll: answers.every(({ data }) => data?.value.cursor === null),
    failure: failed?.error ? toFailure(failed.error).message : null,
  };
}

function toChoice({ projectId, workflowId, name }: Workflow, project: Project | undefined): WorkflowChoice {
  const label = messages.inProject(name ?? workflowId, project?.name ?? projectId);
  return { projectId, workflowId, value: nameWorkflow({ projectId, workflowId }), label };
}

/** A document that waits for review and may be a part of the same document. */
export interface Neighbour {
  readonly batchId: string;
  readonly documentId: string;
  readonly version: number;
  readonly name: string;
  readonly claimedBy: string | null;
  readonly claimExpiresAt: string | null;
}

export interface Neighbours {
  readonly list: readonly Neighbour[];
  readonly isRead: boolean;
  readonly failure: string | null;
}

/** Lists the waiting documents of the batch first, and then those of the tenant that wait longest. */
export function useNeighbours({ tenantId, batchId, documentId }: ReviewKey): Neighbours {
  const own = useQuery(
    operationOptions('documents.byStatus', { tenantId, batchId, status: 'REVIEW_REQUIRED', pageSize: 100 }),
  );
  const others = useQuery(operationOptions('review.queue', { tenantId, dueHours: 24, pageSize: 100 }));
  const rows = [...(own.data?.value.rows ?? []), ...(others.data?.value.rows ?? [])];
  const seen = new Set([JSON.stringify([batchId, documentId])]);
  const list: Neighbour[] = [];
  for (const row of rows) {
    const key = JSON.stringify([row.batchId, row.documentId]);
    if (seen.has(key)) continue;
    seen.add(key);
    list.push({
      batchId: row.batchId,
      documentId: row.documentId,
      version: row.version ?? 0,
      name: row.fileName ?? row.documentId,
      claimedBy: row.claimedBy,
      claimExpiresAt: row.claimExpiresAt,
    });
  }
  const error = own.error ?? others.error;
  return {
    list,
    isRead: own.data !== undefined && (others.data !== undefined || others.error !== null),
    failure: error === null ? null : toFailure(error).message,
  };
}

type DocumentRef = Pick<ReviewKey, 'batchId' | 'documentId'>;

/** Reads what the closed documents consumed when they were read, and prices the same once more. */
export function useRereadingCost(tenantId: string, documents: readonly DocumentRef[], into: number): string {
  const usages = useQueries({
    queries: documents.map(({ batchId, documentId }) =>
      operationOptions('documents.read', { tenantId, batchId, documentId }),
    ),
    combine: useCallback(
      (answers: readonly UseQueryResult<Answer<{ readonly usage: Usage | null }>>[]) =>
        answers.map(({ data }) => data?.value.usage ?? null),
      [],
    ),
  });
  return describeRereadingCost(usages, into);
}

/** Pages cost the same again. A model is asked about each document, so more documents may cost more. */
export function describeRereadingCost(usages: readonly (Usage | null)[], into: number): string {
  const book = getBookInUse();
  const known = usages.flatMap((usage) => usage ?? []);
  if (known.length === 0) return messages.noCost;
  const sum = sumOfCosts(known.map((usage) => documentCost(usage, book)));
  const isAtLeast = known.length < usages.length || sum.unpriced > 0 || into > usages.length;
  return messages.cost(moneyText(sum.total, { places: 4, tiny: 'sign' }), book.name, isAtLeast);
}

/** The reason why the pipelines cannot do it; null if they can, undefined until it is known. */
export function useWhyNotOffered(): string | null | undefined {
  const { data, error } = useQuery(operationOptions('review.filing', {}));
  return error === null ? data?.value.whyNot : toFailure(error).message;
}
