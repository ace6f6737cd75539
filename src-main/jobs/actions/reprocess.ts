import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { Plan } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import type { Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import { reprocessOutcome } from '#shared/domain/reprocess-outcome.ts';
import { isOfOthersToo } from '../../aws/batches-by-id.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import { batchRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { buildPlace } from '../../rows/read-row.ts';
import { newsOnly, type JobAction, type Look, type SeenItems, type Sent } from '../job-action.ts';
import { mostInCall } from '../pace.ts';

type Target = Extract<PlanTarget, { kind: 'reprocess' }>;

interface ReprocessParts {
  readonly doors: () => ConnectionDoors;
  readonly seen: (items: SeenItems) => void;
  /** Rejects when the console ends. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

const hour = 3_600_000;

/**
 * Starts a new run for the documents of a plan. After each call lists learn which items it may have changed, and `seen`
 * gets their state, so that the page need not wait for the first look or for an index.
 */
export function reprocessAction({ doors, seen, sleep }: ReprocessParts): JobAction {
  const isNews = newsOnly();
  const toTheirEnd = runsToTheirEnd<Target>({
    read: (target) => batchNow(doors().reader, target),
    sleep,
    tell(target, batches) {
      const items = { documents: [], batches };
      tellLists(target, items);
      seen(items);
    },
  });
  return {
    kind: 'reprocess',
    // One hour less than the pipeline remembers allows for two differing clocks.
    repeatableForMs: (idempotencyHours - 1) * hour,
    // A document takes about 15 s, so none has ended before this.
    firstLookAfter: () => 12_000,
    mostInCall,

    async recheck(plan, ids) {
      const target = getTarget(plan);
      const [read, shared] = await Promise.all([
        readNow(doors(), target, ids),
        isOfOthersToo(doors(), target),
      ]);
      if (!read.ok) return read;
      if (!shared.ok) return shared;
      const planned = new Map(plan.items.map(({ id, version }) => [id, version]));
      const skip = new Map<string, string>();
      for (const id of ids) {
        const why = shared.value
          ? 'Another tenant has a batch of the same id now, and the pipeline API takes only the id.'
          : whyChanged(planned.get(id) ?? null, read.value.rows.get(id));
        if (why !== undefined) skip.set(id, why);
      }
      return { ok: true, value: { skip, seen: read.value.seen } };
    },

    async send({ plan, by, reason }, { ids, idempotencyKey }) {
      const target = getTarget(plan);
      const { pipeline } = doors();
      const answer = await pipeline.call('reprocessDocuments', {
        personId: by,
        params: { batchId: target.batchId },
        body: { documentIds: [...ids], ...(reason !== undefined && { reason }) },
        idempotencyKey,
      });
      // This is also needed when it is unknown whether the call did anything.
      if (answer.kind === 'answered' || answer.kind === 'unclear') void tell(target, ids);
      return sentAs(answer);
    },

    async look({ plan }, sent) {
      const ids = sent.map(({ id }) => id);
      const read = await readNow(doors(), getTarget(plan), ids);
      if (!read.ok) return read;
      const { rows, runs } = read.value;
      tellLists(getTarget(plan), read.value.seen);
      const planned = new Map(plan.items.map(({ id, version }) => [id, version]));
      const looks = new Map(
        sent.map(({ id, run }) => [
          id,
          lookAt(rows.get(id), { run, runs, planned: planned.get(id) ?? null }),
        ]),
      );
      if (![...looks.values()].some(({ state }) => state === 'running')) {
        const own = new Set(sent.flatMap(({ run }) => (run === null ? [] : [run])));
        void toTheirEnd(
          getTarget(plan),
          [...own].filter((run) => stillRuns({ runs }, run)),
        );
      }
      return { ok: true, value: { looks, seen: read.value.seen } };
    },
  };

  /** Runs beside the job, whose next line on disk must not wait for it. */
  async function tell(target: Target, ids: readonly string[]): Promise<void> {
    try {
      changed(doors().reader, target, ids);
      const read = await readNow(doors(), target, ids);
      if (read.ok) seen(read.value.seen);
    } catch {
      // The job's own look reports what this could not.
    }
  }

  /** Tells lists what has changed, because for a while an index may show an ended document as in progress. */
  function tellLists(target: Target, { documents, batches }: SeenItems): void {
    const ids = documents
      .filter(({ documentId, status, run }) => isNews(documentId, `${status} in ${run}`))
      .map(({ documentId }) => documentId);
    const isBatchNews = batches.filter(({ version }) => isNews('', String(version))).length > 0;
    if (ids.length > 0 || isBatchNews) changed(doors().reader, target, ids);
  }
}

interface ReadNow {
  readonly rows: ReadonlyMap<string, DocumentRow>;
  readonly runs: Batch['runs'];
  readonly seen: SeenItems;
}

/**
 * Reads the batch and then the documents by their keys. The batch is read first, so a run that it shows as ended has
 * also ended for them.
 */
async function readNow(
  { reader }: ConnectionDoors,
  target: Target,
  ids: readonly string[],
): Promise<Result<ReadNow>> {
  const { tenantId, batchId } = target;
  const batches = await batchNow(reader, target);
  if (!batches.ok) return batches;
  const keys = ids.map((documentId) => ({ tenantId, batchId, documentId }));
  const documents = await reader.run('extraction.documentsByKeys', keys, { consistent: true });
  if (!documents.ok) return documents;
  const rows = documents.value.items.map(documentRow);
  return {
    ok: true,
    value: {
      rows: new Map(rows.map((row) => [row.documentId, row])),
      runs: batches.value[0]?.runs ?? {},
      seen: { documents: rows, batches: batches.value },
    },
  };
}

async function batchNow(reader: CatalogueReader, target: Target): Promise<Result<readonly Batch[]>> {
  const { tenantId, projectId, batchId } = target;
  const key = { tenantId, projectId, batchId };
  const read = await reader.run('extraction.batchByKey', key, { consistent: true });
  return read.ok ? { ok: true, value: read.value.items.map(batchRow) } : read;
}

function changed(reader: CatalogueReader, target: Target, ids: readonly string[]): void {
  const { tenantId, projectId, batchId } = target;
  reader.changed(extraction, [
    buildPlace('Batch', { tenantId, projectId, batchId }),
    ...ids.map((documentId) => buildPlace('Document', { tenantId, batchId, documentId })),
  ]);
}

function whyChanged(planned: number | null, row: DocumentRow | undefined): string | undefined {
  if (row === undefined) return 'It is no longer there.';
  if (row.version !== null && row.version === planned) return undefined;
  const now = row.status === null ? '' : `, now ${row.status}`;
  return `Changed since the plan: version ${planned ?? 'unknown'} → ${row.version ?? 'unknown'}${now}.`;
}

function lookAt(
  row: DocumentRow | undefined,
  {
    run,
    runs,
    planned,
  }: { readonly run: number | null; readonly runs: Batch['runs']; readonly planned: number | null },
): Look {
  const outcome = reprocessOutcome(row ?? null, run, runs, planned);
  const hasEnded = outcome.state !== 'running';
  return {
    ...outcome,
    status: row?.status ?? null,
    stage: row?.stage ?? null,
    run: row?.run ?? null,
    endedAt: hasEnded ? (row?.statusSince ?? row?.updatedAt ?? null) : null,
    usage: hasEnded ? (row?.usage ?? null) : null,
  };
}

function getTarget({ target }: Plan): Target {
  if (target.kind !== 'reprocess') throw new Error(`A plan to ${target.kind} is none to reprocess.`);
  return target;
}

type Answer = PipelineAnswer<'reprocessDocuments'>;
type Outcome = Extract<Answer, { kind: 'answered' }>['value']['documents'][number]['outcome'];

/**
 * Translates the pipeline's answer for the documents that were sent. A document that the answer does not name shows at
 * the next look.
 */
export function sentAs(answer: Answer): Sent {
  switch (answer.kind) {
    case 'answered': {
      const { run, documents } = answer.value;
      const refused = documents.flatMap(({ documentId, outcome }) =>
        outcome === 'started' ? [] : [[documentId, whyRefused[outcome]] as const],
      );
      return { kind: 'accepted', run, refused: new Map(refused) };
    }
    case 'problem':
      // The sign-in ended on the way, which says nothing about the documents; the call may succeed with the next token.
      if (answer.problem.status === 401) return { kind: 'not-sent', why: answer.problem.detail };
      return { kind: 'refused', why: `${answer.problem.title}: ${answer.problem.detail}` };
    case 'not-sent':
      // The same call would be just as invalid later.
      return { kind: answer.unfit === undefined ? 'not-sent' : 'refused', why: answer.why };
    default:
      return { kind: answer.kind, why: answer.why };
  }
}

const whyRefused: Readonly<Record<Exclude<Outcome, 'started'>, string>> = {
  'not found': 'No such document in this batch.',
  'already in work': 'Already in progress.',
  'waits for review': 'Waiting for review, so it did not fail.',
};

interface Parts<T> {
  /** Reads the batch alone, as the table has it now. */
  readonly read: (target: T) => Promise<Result<readonly Batch[]>>;
  readonly tell: (target: T, batches: readonly Batch[]) => void;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/**
 * A run ends a moment after the last of its documents, when the job no longer looks at them. Its batch is read a few
 * more times, so that no list keeps showing it as running. A run that still goes on after that has other documents to
 * wait for.
 */
export function runsToTheirEnd<T extends { readonly batchId: string }>(parts: Parts<T>) {
  const followed = new Set<string>();
  return async (target: T, runs: readonly number[]): Promise<void> => {
    const { batchId } = target;
    if (runs.length === 0 || followed.has(batchId)) return;
    followed.add(batchId);
    try {
      for (const pause of pauses) {
        await parts.sleep(pause);
        const batches = await parts.read(target);
        if (!batches.ok) return;
        parts.tell(target, batches.value);
        if (!runs.some((run) => batches.value.some((batch) => stillRuns(batch, run)))) return;
      }
    } catch {
      // The console ends, or its connection is no longer open; lists show their own age.
    } finally {
      followed.delete(batchId);
    }
  };
}

function stillRuns({ runs }: Pick<Batch, 'runs'>, run: number): boolean {
  return runs[String(run)] === 'RUNNING';
}

/** Pauses are in milliseconds. */
const pauses = [1_000, 1_000, 2_000, 3_000, 5_000, 8_000];
