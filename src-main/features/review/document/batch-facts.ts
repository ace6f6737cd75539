import type { ReviewDocument, ReviewKey } from '#shared/contract/review/document.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import type { CatalogueReader, PageRead } from '../../../aws/reading.ts';
import type { ReadsSoFar } from '../../../reads/paid-reads.ts';
import { readRow } from '../../../rows/read-row.ts';
import type { Schema } from './view-fields.ts';

/** What of a batch and its workflow a reviewer has to know. Null: it is not there. */
export interface BatchFacts {
  readonly thresholds: ReviewDocument['thresholds'];
  readonly fourEyes: boolean;
  readonly workflowId: string | null;
  readonly workflow: { readonly name: string | null; readonly schema: Schema } | null;
  readonly problems: readonly string[];
}

export interface BatchFactsStore {
  /** `world` names whose batches these are: of another connection, or before a reset, they are others. */
  of(
    world: string,
    key: ReviewKey,
    reader: CatalogueReader,
    reads: ReadsSoFar,
  ): Promise<Result<BatchFacts | null>>;
  /** Whether it asks for two people, as far as that was read. Undefined: it was not. */
  isFourEyes(world: string, key: ReviewKey): boolean | undefined;
}

/** A batch's thresholds never change, and a workflow's schema seldom does. */
const keptFor = 5 * 60_000;
const mostKept = 500;

export function batchFacts(now: () => number): BatchFactsStore {
  const kept = new Map<string, { readonly facts: BatchFacts; readonly until: number }>();
  return {
    async of(world, { tenantId, projectId, batchId }, reader, reads) {
      const name = nameOf(world, { tenantId, projectId, batchId });
      const known = kept.get(name);
      if (known !== undefined && known.until > now()) return ok(known.facts);
      const read = await readFacts({ tenantId, projectId, batchId }, reader, reads);
      if (!read.ok || read.value === null) return read;
      kept.delete(name);
      kept.set(name, { facts: read.value, until: now() + keptFor });
      for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
      }
      return read;
    },
    isFourEyes: (world, key) => kept.get(nameOf(world, key))?.facts.fourEyes,
  };
}

function nameOf(world: string, { tenantId, projectId, batchId }: Omit<ReviewKey, 'documentId'>): string {
  return JSON.stringify([world, tenantId, projectId, batchId]);
}

/** Batches of one connection, until its world begins anew. */
export function worldOf({
  connection,
  sandboxResets,
}: Pick<Session, 'connection' | 'sandboxResets'>): string {
  return JSON.stringify([connection.id, sandboxResets]);
}

async function readFacts(
  key: Omit<ReviewKey, 'documentId'>,
  reader: CatalogueReader,
  { paid }: ReadsSoFar,
): Promise<Result<BatchFacts | null>> {
  const batches = paid(await reader.run('extraction.batchByKey', key));
  if (!batches.ok) return batches;
  const [batch] = batches.value.items;
  if (batch === undefined) return ok(null);
  const { read, problems } = readRow(batch, 'Batch');
  const [confidence, review] = [read.number('confidenceThreshold'), read.number('reviewThreshold')];
  const workflowId = read.text('workflowId');
  const facts = {
    thresholds: confidence === null || review === null ? null : { confidence, review },
    fourEyes: read.oneOf('secondReview', ['blind'], 'optional') !== null,
    workflowId,
  };
  const told = problems.map((problem) => `batch: ${problem}`);
  if (workflowId === null) return ok({ ...facts, workflow: null, problems: told });
  const { tenantId, projectId } = key;
  const workflows = paid(await reader.run('extraction.workflowById', { tenantId, projectId, workflowId }));
  if (!workflows.ok) return workflows;
  const workflow = workflowIn(workflows.value, told);
  if (workflow === null) told.push(`workflow: there is no "${workflowId}" in this project any more`);
  return ok({ ...facts, workflow, problems: told });
}

function workflowIn({ items: [item] }: PageRead, told: string[]): BatchFacts['workflow'] {
  if (item === undefined) return null;
  const { read, problems } = readRow(item, 'Workflow');
  const fields = read.map('schema');
  // How a schema says of what type a field is, no page declares.
  const typeOf = (name: string): string | null => {
    const value = fields?.anything(name) ?? null;
    return value !== null && 'S' in value ? (fields?.text(name) ?? null) : null;
  };
  const schema = new Map((fields?.names() ?? []).map((name) => [name, typeOf(name)]));
  const name = read.text('name');
  told.push(...problems.map((problem) => `workflow: ${problem}`));
  return { name, schema };
}
