import { useQueryClient, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { InputOf } from '#shared/contract/contract.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowEvent, WorkflowKey } from '#shared/contract/workflows.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { answered, operationOptions, type Answer } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { formatPair, formatVersion } from '../threshold-text.ts';
import { messages } from '../messages.ts';

/** The change to save, and the values the person saw when they asked for it. */
export interface ToSave {
  readonly thresholds: Thresholds;
  readonly reason: string;
  readonly typedEnvironment: string | null;
  readonly over: Workflow;
  /** The place where the save was requested, and where a failure is shown. */
  readonly from: 'draft' | 'history';
}

/** Another person has saved since. */
export interface Race {
  readonly mine: ToSave;
  readonly theirs: Workflow;
  readonly by: WorkflowEvent | null;
}

type SaveEnd = 'saved' | 'overtaken' | 'failed';

export interface Saving {
  readonly save: (what: ToSave) => Promise<SaveEnd>;
  readonly isSaving: boolean;
  /** The failure of the last save. */
  readonly failed: { readonly failure: Failure; readonly from: ToSave['from'] } | null;
  readonly race: Race | null;
  readonly endRace: () => void;
}

/** Runs one save at a time, from the side of the page, the history or the dialog of a lost race. */
export function useSave(): Saving {
  const client = useQueryClient();
  const toast = useToast();
  const command = useCommand('workflows.saveThresholds', { toldInPlace: true });
  const open = useRef<SaveIntent>(null);
  const [race, setRace] = useState<Race | null>(null);
  const [failed, setFailed] = useState<Saving['failed']>(null);

  async function save(what: ToSave): Promise<SaveEnd> {
    const said = toSaid(what);
    if (said === null || command.isRunning) return 'failed';
    const intent = findIntent(said, open.current, () => crypto.randomUUID());
    open.current = intent;
    setFailed(null);
    const result = await command.run({ ...said, intentKey: intent.key });
    if (!result.ok) {
      if (!isOpen(result.failure)) open.current = null;
      setFailed({ failure: result.failure, from: what.from });
      return 'failed';
    }
    open.current = null;
    const { outcome } = result.value;
    const { workflow } = outcome;
    replaceWorkflow(client, workflow);
    void readHistoryAgain(client, workflow);
    if (outcome.kind === 'overtaken') {
      setRace({ mine: what, theirs: workflow, by: outcome.by });
      return 'overtaken';
    }
    setRace(null);
    toast.show({
      message: messages.save.saved(formatVersion(workflow.version), workflow.name ?? workflow.workflowId),
      detail: messages.save.savedDetail(formatPair(workflow)),
      tone: 'succeeded',
    });
    return 'saved';
  }

  return {
    save,
    isSaving: command.isRunning,
    failed,
    race,
    endRace: () => setRace(null),
  };
}

function toSaid({ thresholds, reason, typedEnvironment, over }: ToSave): SaveRequest | null {
  if (over.version === null) return null;
  return {
    ...toWorkflowKey(over),
    version: over.version,
    ...thresholds,
    reason: reason.trim(),
    typedEnvironment,
  };
}

/** Reads the history again, beginning with the newest event. */
async function readHistoryAgain(client: QueryClient, { tenantId, workflowId }: WorkflowKey): Promise<void> {
  const predicate = ({ queryKey: [operation, input] }: { readonly queryKey: readonly unknown[] }) => {
    const asked = input as Partial<WorkflowKey> | undefined;
    return (
      operation === 'workflows.history' && asked?.tenantId === tenantId && asked.workflowId === workflowId
    );
  };
  client.setQueriesData<InfiniteData<unknown>>({ predicate }, (data) => {
    if (data === undefined) return undefined;
    return { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  });
  await client.invalidateQueries({ predicate });
}

type SaveInput = InputOf<'workflows.saveThresholds'>;
export type SaveRequest = Omit<SaveInput, 'intentKey'>;

interface SaveIntent {
  readonly said: SaveRequest;
  readonly key: string;
}

/**
 * Repeating a save with an unknown outcome is the same request, so it keeps its key. Any other save gets a
 * new key.
 */
export function findIntent(said: SaveRequest, open: SaveIntent | null, newKey: () => string): SaveIntent {
  return open !== null && isSame(open.said, said) ? open : { said, key: newKey() };
}

/** The save may have succeeded although no answer arrived. */
export function isOpen({ code }: Pick<Failure, 'code'>): boolean {
  return unclear.has(code);
}

const unclear: ReadonlySet<Failure['code']> = new Set([
  'host-unreachable',
  'pipeline-unreachable',
  'pipeline-unreadable',
  'aws-unreachable',
  'unexpected',
]);

function isSame(one: SaveRequest, other: SaveRequest): boolean {
  return JSON.stringify(sortEntries(one)) === JSON.stringify(sortEntries(other));
}

function sortEntries(said: SaveRequest): readonly unknown[] {
  return Object.entries(said).toSorted(([one], [other]) => one.localeCompare(other));
}

type Page = Answer<{ readonly rows: readonly Workflow[] }>;
type Listed = Page | InfiniteData<Page>;

/**
 * Puts the workflow that a command returned into every list that was read, so that none has to be read again.
 */
export function replaceWorkflow(client: QueryClient, workflow: Workflow): void {
  client.setQueryData(operationOptions('workflows.read', toWorkflowKey(workflow)).queryKey, (read) =>
    read === undefined ? answered(workflow) : { ...read, value: workflow },
  );
  const { tenantId, projectId } = workflow;
  client.setQueriesData<Listed>(
    {
      predicate: ({ queryKey: [operation, input] }) =>
        operation === 'workflows.ofProject' && matchesProject(input, { tenantId, projectId }),
    },
    (listed) => listed && putWorkflow(listed, workflow),
  );
}

export function toWorkflowKey({ tenantId, projectId, workflowId }: WorkflowKey): WorkflowKey {
  return { tenantId, projectId, workflowId };
}

/** Moves the workflow that changed last to the front. */
function putWorkflow(listed: Listed, workflow: Workflow): Listed {
  if (!('pages' in listed)) return putFirst(listed, workflow);
  const [head, ...rest] = listed.pages;
  if (head === undefined) return listed;
  return {
    ...listed,
    pages: [putFirst(head, workflow), ...rest.map((page) => removeWorkflow(page, workflow))],
  };
}

function putFirst(page: Page, workflow: Workflow): Page {
  const { rows } = removeWorkflow(page, workflow).value;
  return { ...page, value: { ...page.value, rows: [workflow, ...rows] } };
}

function removeWorkflow(page: Page, { workflowId }: Workflow): Page {
  return {
    ...page,
    value: { ...page.value, rows: page.value.rows.filter((row) => row.workflowId !== workflowId) },
  };
}

function matchesProject(
  input: unknown,
  { tenantId, projectId }: Pick<WorkflowKey, 'tenantId' | 'projectId'>,
): boolean {
  const asked = input as Partial<WorkflowKey>;
  return asked.tenantId === tenantId && asked.projectId === projectId;
}
