import type { QueryClient } from '@tanstack/react-query';
import type { NameKey } from '#shared/contract/lookup.ts';

/** A name is null if it was read and there is none. */
export type KnownNames = ReadonlyMap<string, string | null>;

/** The key belongs to no operation, so a change of connection, person or sandbox clears it with everything read. */
const knownKey = ['names'];
const noNames: KnownNames = new Map();

export function findKnownNames(client: QueryClient): KnownNames {
  return client.getQueryData<KnownNames>(knownKey) ?? noNames;
}

/** Calls the listener when a name becomes known, and when all are forgotten. */
export function listenToNames(client: QueryClient, listener: () => void): () => void {
  return client.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === knownKey[0]) listener();
  });
}

/** A person is the same in every tenant. */
export function toKeyText(key: NameKey): string {
  switch (key.of) {
    case 'tenant':
      return JSON.stringify(['tenant', key.tenantId]);
    case 'project':
      return JSON.stringify(['project', key.tenantId, key.projectId]);
    case 'workflow':
      return JSON.stringify(['workflow', key.tenantId, key.projectId, key.workflowId]);
    default:
      return JSON.stringify(['person', key.personId]);
  }
}

/** Returns all names that are known now, for a list that is searched. */
export function listKnownNames(
  known: KnownNames,
): readonly { readonly path: readonly string[]; readonly name: string }[] {
  return [...known].flatMap(([path, name]) =>
    name === null ? [] : [{ path: JSON.parse(path) as string[], name }],
  );
}

/** The answers of these operations have names in them, in rows at any depth. */
const naming: ReadonlySet<string> = new Set([
  'names.read',
  'tenants.list',
  'tenants.read',
  'projects.ofTenant',
  'users.ofTenant',
  'workflows.ofProject',
  'workflows.read',
  'fleet.batches',
  'review.queue',
  'today.batches',
  'incidents.cause',
  'incidents.samples',
]);

export function hasNames(operation: string): boolean {
  return naming.has(operation);
}

/** An answer with more rows than this was not made to name things. */
const mostRows = 20_000;

/** Takes the names out of an answer. The cache calls this for every query that succeeds. */
export function learnNames(client: QueryClient, operation: string, data: unknown): void {
  if (!hasNames(operation)) return;
  const before = findKnownNames(client);
  const after = new Map(before);
  let left = mostRows;
  walk(data);
  const isNew = [...after].some(([key, name]) => !before.has(key) || before.get(key) !== name);
  if (!isNew) return;
  client.setQueryDefaults(knownKey, { gcTime: Number.POSITIVE_INFINITY, structuralSharing: false });
  client.setQueryData<KnownNames>(knownKey, after);

  function walk(value: unknown): void {
    if (typeof value !== 'object' || value === null || left <= 0) return;
    left -= 1;
    if (Array.isArray(value)) {
      for (const one of value) walk(one);
      return;
    }
    const { key, name } = value as Row;
    if (isNameKey(key)) {
      after.set(toKeyText(key), toName(name));
      return;
    }
    // A row without a name does not say that there is none.
    for (const [of, said] of namesIn(value as Row)) if (said !== null) after.set(toKeyText(of), said);
    for (const one of Object.values(value)) walk(one);
  }
}

type Row = Readonly<Record<string, unknown>>;

function namesIn(row: Row): readonly (readonly [NameKey, string | null])[] {
  const { tenantId, projectId, workflowId, userId, batchId, name, tenantName, workflowName } = row;
  if (isText(userId)) return [[{ of: 'person', tenantId: null, personId: userId }, toName(name)]];
  if (!isText(tenantId)) return [];
  const found: (readonly [NameKey, string | null])[] = [[{ of: 'tenant', tenantId }, toName(tenantName)]];
  if (isText(projectId) && isText(workflowId)) {
    const own = batchId === undefined ? toName(name) : null;
    found.push([{ of: 'workflow', tenantId, projectId, workflowId }, toName(workflowName) ?? own]);
  } else if (batchId === undefined && isText(projectId)) {
    found.push([{ of: 'project', tenantId, projectId }, toName(name)]);
  } else if (batchId === undefined) {
    found.push([{ of: 'tenant', tenantId }, toName(name)]);
  }
  return found;
}

function isNameKey(value: unknown): value is NameKey {
  return typeof value === 'object' && value !== null && 'of' in value;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function toName(value: unknown): string | null {
  return isText(value) && value.trim() !== '' ? value : null;
}
