import { useInfiniteQuery, useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import type { Failure, Receipt } from '#shared/contract/result.ts';
import type { Project, Workflow } from '#shared/contract/pipeline-items.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions, pagedOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { messages } from '../messages.ts';

interface TenantWorkflows {
  readonly projects: readonly Project[];
  /** The workflows of each project that was read, newest first. */
  readonly ofProject: ReadonlyMap<string, readonly Workflow[]>;
  /** Projects with more workflows than were read. */
  readonly cutShort: readonly string[];
  readonly isRead: boolean;
  readonly isReading: boolean;
  /** The failure of reading the projects, or else of the first list that failed. */
  readonly failure: Failure | undefined;
  /** Reads more projects, or more workflows of one. */
  readonly readOn: (() => void) | undefined;
  readonly readAgain: () => void;
}

/** Reads the projects with one query, and the workflows of each with a query on GSI1. */
export function useTenantWorkflows(tenantId: string): TenantWorkflows {
  const [perProject, setPerProject] = useState(atFirst);
  const projects = useInfiniteQuery(projectsQuery(tenantId));
  const pages = projects.data?.pages ?? noPages;
  const rows = useMemo(() => pages.flatMap(({ value }) => value.rows), [pages]);
  const lists = useQueries({
    queries: rows.map(({ projectId }) =>
      operationOptions('workflows.ofProject', { tenantId, projectId, pageSize: perProject }),
    ),
    combine: useCallback((answers: readonly ListAnswer[]) => joinAnswers(answers, rows), [rows]),
  });
  useShowReceipt(
    'projects',
    pages.flatMap(({ receipt }) => receipt ?? []),
  );
  useShowReceipt('workflows', lists.receipts);
  return {
    projects: rows,
    ofProject: lists.ofProject,
    cutShort: lists.cutShort,
    isRead: projects.data !== undefined && (rows.length === 0 || lists.isRead),
    isReading: projects.isFetching || lists.isReading,
    failure: projects.error === null ? lists.failure : toFailure(projects.error),
    readOn: readOn(),
    readAgain: () => {
      void projects.refetch();
      lists.readAgain();
    },
  };

  function readOn(): (() => void) | undefined {
    if (lists.cutShort.length > 0 && perProject < atMost) return () => setPerProject(atMost);
    return projects.hasNextPage ? () => void projects.fetchNextPage() : undefined;
  }
}

type ListAnswer = UseQueryResult<
  Answer<{ readonly rows: readonly Workflow[]; readonly cursor: string | null }>
>;

function joinAnswers(answers: readonly ListAnswer[], projects: readonly Project[]) {
  const read = answers.flatMap(({ data }, place) => {
    const project = projects[place];
    return data === undefined || project === undefined ? [] : [{ ...data, project }];
  });
  const error = answers.find((one) => one.error !== null)?.error;
  return {
    ofProject: new Map(read.map(({ project, value }) => [project.projectId, value.rows])),
    cutShort: read.flatMap(({ project, value }) => (value.cursor === null ? [] : [project.projectId])),
    receipts: read.flatMap(({ receipt }): readonly Receipt[] => (receipt === undefined ? [] : [receipt])),
    isRead: answers.some(({ data }) => data !== undefined) && answers.every(({ isPending }) => !isPending),
    isReading: answers.some(({ isFetching }) => isFetching),
    failure: error === undefined || error === null ? undefined : toFailure(error),
    readAgain: () => {
      for (const answer of answers) void answer.refetch();
    },
  };
}

const noPages: readonly never[] = [];
const atFirst = 100;
const atMost = 1_000;

export interface ListedWorkflow {
  readonly workflow: Workflow;
  readonly project: Project;
  /** True for the first row of a project, the only one that shows its name. */
  readonly isFirst: boolean;
}

/**
 * Groups the workflows by project, the last changed project first. Within a project they keep the order of
 * GSI1, newest first.
 */
export function toListedWorkflows(
  projects: readonly Project[],
  ofProject: ReadonlyMap<string, readonly Workflow[]>,
): readonly ListedWorkflow[] {
  return projects
    .flatMap((project) => {
      const workflows = ofProject.get(project.projectId) ?? [];
      return workflows.length === 0 ? [] : [{ project, workflows }];
    })
    .toSorted((one, other) => findLastChange(other.workflows).localeCompare(findLastChange(one.workflows)))
    .flatMap(({ project, workflows }) =>
      workflows.map((workflow, place) => ({ workflow, project, isFirst: place === 0 })),
    );
}

/** Returns the projects that were read and have no workflows. */
export function listEmptyProjects(
  projects: readonly Project[],
  ofProject: ReadonlyMap<string, readonly Workflow[]>,
): readonly Project[] {
  return projects.filter(({ projectId }) => ofProject.get(projectId)?.length === 0);
}

function findLastChange(workflows: readonly Workflow[]): string {
  return workflows[0]?.updatedAt ?? '';
}

interface Counted {
  readonly workflows: number;
  readonly projects: number;
  readonly empty: readonly Pick<Project, 'name' | 'projectId'>[];
  readonly cutShort: number;
  readonly hasMore: boolean;
}

/** "All 7 workflows of 3 projects. Returns has none." */
export function describeEnd({ workflows, projects, empty, cutShort, hasMore }: Counted): string {
  const read = `${formatMany(workflows, 'workflow')} of ${formatMany(projects, 'project')}`;
  const whole = hasMore || cutShort > 0 ? `At least ${read} so far` : messages.list.all(read);
  return [whole, ...describeEmpty(empty)].join('. ');
}

function describeEmpty(empty: Counted['empty']): readonly string[] {
  const names = empty.map(({ name, projectId }) => name ?? projectId);
  if (names.length === 0) return [];
  if (names.length > 3) return [`${grouped(names.length)} projects have none`];
  return [`${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} none`];
}

function formatMany(count: number, what: string): string {
  return `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;
}

/** A page has as many projects as there are workflow lists read in parallel. */
export function projectsQuery(tenantId: string) {
  return pagedOptions('projects.ofTenant', { tenantId, pageSize: 25 });
}
