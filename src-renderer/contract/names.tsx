import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { NameKey } from '#shared/contract/lookup.ts';
import type { Persona } from '#shared/contract/session.ts';
import { pipelineActor } from '#shared/domain/pipeline-names.ts';
import { mostNamesAtOnce } from '#shared/domain/recognise-id.ts';
import { findKnownNames, hasNames, listenToNames, toKeyText, type KnownNames } from './names-cache.ts';
import { operationOptions } from './operation-options.ts';
import { usePersonHere } from './use-person-here.ts';

/**
 * Names instead of ids on screen. Each function returns the name, or the id while the name is unknown; asking for it is
 * enough to have it read. All names that a screen lacks are read in one call, once, and what a page reads anyway fills
 * the same cache.
 */
export interface Names {
  readonly tenant: (tenantId: string) => string;
  readonly project: (tenantId: string, projectId: string) => string;
  readonly workflow: (tenantId: string, projectId: string, workflowId: string) => string;
  /** Names the workflow of a batch, or its project if it has none. */
  readonly workflowOrProject: (batch: BatchPlace) => string;
  /** Without a tenant, a person is read by id alone, which only people who see all tenants may do. */
  readonly person: (personId: string, tenantId?: string | null) => string;
}

interface BatchPlace {
  readonly tenantId: string;
  readonly projectId: string;
  readonly workflowId: string | null;
}

/** Names what a screen shows. It reads what is missing after the screen's own answers have come. */
export function useNames(): Names {
  const client = useQueryClient();
  const known = useKnownNames();
  const { me, personas } = usePersonHere();
  return useMemo(
    () => namesFrom(known, personas, me, (key) => want(client, key)),
    [client, known, personas, me],
  );
}

export function namesFrom(
  known: KnownNames,
  personas: readonly Persona[],
  me: Persona | null,
  ask: (key: NameKey) => void,
): Names {
  const find = (key: NameKey, id: string): string => {
    const name = known.get(toKeyText(key));
    if (name === undefined) ask(key);
    return name ?? id;
  };
  const project: Names['project'] = (tenantId, projectId) =>
    find({ of: 'project', tenantId, projectId }, projectId);
  const workflow: Names['workflow'] = (tenantId, projectId, workflowId) =>
    find({ of: 'workflow', tenantId, projectId, workflowId }, workflowId);
  return {
    tenant: (tenantId) => find({ of: 'tenant', tenantId }, tenantId),
    project,
    workflow,
    workflowOrProject: ({ tenantId, projectId, workflowId }) =>
      workflowId === null ? project(tenantId, projectId) : workflow(tenantId, projectId, workflowId),
    person: (personId, tenantId = null) =>
      personId === pipelineActor ? personId : findPerson(personId, tenantId),
  };

  function findPerson(personId: string, tenantId: string | null): string {
    return (
      (me?.id === personId ? me.name : personas.find(({ id }) => id === personId)?.name) ??
      find({ of: 'person', tenantId, personId }, personId)
    );
  }
}

export type WorkflowPlace = BatchPlace & { readonly workflowId: string };

/**
 * Names workflows by their id alone, as filters over all tenants have them. Several tenants may use an id, each with a
 * name of its own: "Carrier invoices", "Invoices, Rechnungen".
 */
export function nameWorkflows(
  places: Iterable<WorkflowPlace>,
  { workflow }: Pick<Names, 'workflow'>,
): ReadonlyMap<string, string> {
  const named = new Map<string, Set<string>>();
  for (const { tenantId, projectId, workflowId } of places) {
    const names = named.get(workflowId) ?? new Set();
    named.set(workflowId, names.add(workflow(tenantId, projectId, workflowId)));
  }
  return new Map(
    [...named].map(([id, names]) => {
      const [first = id, second, ...more] = [...names].toSorted((a, b) => a.localeCompare(b));
      return [id, second === undefined ? first : `${first}, ${second}${more.length === 0 ? '' : ', …'}`];
    }),
  );
}

interface TenantNameProps {
  readonly tenantId: string;
}

/** Shows the name with the id as its title. */
export function TenantName({ tenantId }: TenantNameProps) {
  return <span title={tenantId}>{useNames().tenant(tenantId)}</span>;
}

interface ProjectNameProps extends TenantNameProps {
  readonly projectId: string;
}

export function ProjectName({ tenantId, projectId }: ProjectNameProps) {
  return <span title={projectId}>{useNames().project(tenantId, projectId)}</span>;
}

interface WorkflowNameProps extends ProjectNameProps {
  readonly workflowId: string;
}

export function WorkflowName({ tenantId, projectId, workflowId }: WorkflowNameProps) {
  return <span title={workflowId}>{useNames().workflow(tenantId, projectId, workflowId)}</span>;
}

interface PersonNameProps {
  readonly personId: string;
  readonly tenantId?: string | null | undefined;
}

export function PersonName({ personId, tenantId }: PersonNameProps) {
  return <span title={personId}>{useNames().person(personId, tenantId)}</span>;
}

/** Returns the known names without asking for any. */
export function useKnownNames(): KnownNames {
  const client = useQueryClient();
  const read = () => findKnownNames(client);
  return useSyncExternalStore((listener) => listenToNames(client, listener), read, read);
}

interface Wanted {
  readonly keys: Map<string, NameKey>;
  /** The times of failed reads, so that a page that is drawn again and again does not read again and again. */
  readonly failedAt: Map<string, number>;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const wantedBy = new WeakMap<QueryClient, Wanted>();
/** A page asks for its own data first, and most of it brings its names. */
const gatherMs = 60;
const retryMs = 60_000;
const longestId = 256;

function want(client: QueryClient, key: NameKey): void {
  const wanted = wantedBy.get(client) ?? { keys: new Map(), failedAt: new Map(), timer: undefined };
  wantedBy.set(client, wanted);
  const text = toKeyText(key);
  if (wanted.keys.has(text) || !isPossibleKey(key)) return;
  if (performance.now() - (wanted.failedAt.get(text) ?? Number.NEGATIVE_INFINITY) < retryMs) return;
  wanted.keys.set(text, key);
  wanted.timer ??= setTimeout(() => void readWanted(client, wanted), gatherMs);
}

function isPossibleKey(key: NameKey): boolean {
  return Object.values(key).every(
    (part) => part === null || (part !== '' && part.length <= longestId && !/[#\p{Surrogate}]/u.test(part)),
  );
}

/** Waits for the pages' own answers, then reads in one call what they did not name. */
async function readWanted(client: QueryClient, wanted: Wanted): Promise<void> {
  const isNaming = client.isFetching({ predicate: ({ queryKey }) => hasNames(String(queryKey[0])) }) > 0;
  if (isNaming) {
    wanted.timer = setTimeout(() => void readWanted(client, wanted), gatherMs);
    return;
  }
  const known = findKnownNames(client);
  const missing = [...wanted.keys].filter(([text]) => !known.has(text)).slice(0, mostNamesAtOnce);
  for (const text of wanted.keys.keys()) if (known.has(text)) wanted.keys.delete(text);
  wanted.timer = undefined;
  if (missing.length === 0) return;
  const options = operationOptions('names.read', { keys: missing.map(([, key]) => key) });
  try {
    // The cache takes the names out of the answer, and of no answer that comes after a change of connection.
    const { value } = await client.fetchQuery({ ...options, gcTime: 0, retry: false });
    const named = new Set(value.names.map(({ key }) => toKeyText(key)));
    for (const [text] of missing) if (!named.has(text)) wanted.failedAt.set(text, performance.now());
  } catch {
    // The id stays on screen. Another failure of the same cause is shown by the page's own reads.
    for (const [text] of missing) wanted.failedAt.set(text, performance.now());
  }
  for (const [text] of missing) wanted.keys.delete(text);
  if (wanted.keys.size > 0) wanted.timer ??= setTimeout(() => void readWanted(client, wanted), gatherMs);
}
