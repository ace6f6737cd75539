import type { Result } from '#shared/contract/result.ts';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { DocumentRow } from '#shared/contract/triage.ts';
import { idempotencyHours } from '#shared/domain/pipeline-limits.ts';
import { reprocessOutcome } from '#shared/domain/reprocess-outcome.ts';
import { isOfOthersToo } from '../../aws/batches-by-id.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { PipelineAnswer } from '../../pipeline/pipeline-api.ts';
import { newsOnly, type JobAction, type Look, type SeenItems, type Sent } from '../job-action.ts';
import { mostInCall } from '../pace.ts';
import {
  explainNotAnswered,
  groupByBatch,
  plannedVersions,
  readBatchNow,
  readEachBatch,
  readItemsNow,
  tellChanged,
  whyChanged,
  type BatchItem,
  type BatchTarget,
} from './documents-of-plan.ts';

interface ReprocessParts {
  readonly doors: () => ConnectionDoors;
  readonly seen: (items: SeenItems) => void;
  /** Rejects when the console ends. */
  readonly sleep: (ms: number) => Promise<unknown>;
}

const hour = 3_600_000;

/**
 * Starts a new run for the documents of a plan, which are of one batch or of many; a call is always about one batch.
 * After each call lists learn which items it may have changed, and `seen` gets their state, so that the page need not
 * wait for the first look or for an index.
 */
export function reprocessAction(
  { doors, seen, sleep }: ReprocessParts,
  kind: 'reprocess' | 'reprocess-many' = 'reprocess',
): JobAction {
  const isNews = newsOnly();
  const toTheirEnd = runsToTheirEnd<BatchTarget>({
    read: (target) => readBatchNow(doors().reader, target),
    sleep,
    tell(target, batches) {
      const items = { documents: [], batches };
      tellLists(target, items);
      seen(items);
    },
  });
  return {
    kind,
    // One hour less than the pipeline remembers allows for two differing clocks.
    repeatableForMs: (idempotencyHours - 1) * hour,
    // A document takes about 15 s, so none has ended before this.
    firstLookAfter: () => 12_000,
    mostInCall,

    async recheck(plan, ids) {
      const skip = new Map<string, string>();
      const versions = plannedVersions(plan);
      const all = await readEachBatch(plan, ids, async (batch) => {
        const { target, items } = batch;
        const [read, shared] = await Promise.all([
          readItemsNow(doors().reader, batch),
          isOfOthersToo(doors(), target),
        ]);
        if (!read.ok) return read;
        if (!shared.ok) return shared;
        for (const { id } of items) {
          const why = shared.value
            ? 'Another tenant has a batch of the same id now, and the pipeline API takes only the id.'
            : whyChanged(versions.get(id) ?? null, read.value.rows.get(id));
          if (why !== undefined) skip.set(id, why);
        }
        return read;
      });
      if (!all.ok) return all;
      return { ok: true, value: { skip, seen: all.value.seen } };
    },

    async send({ plan, by, reason }, { ids, idempotencyKey }) {
      const [batch, another] = groupByBatch(plan, ids);
      // The engine makes calls of one batch. Two under one key would be refused by the pipeline, so nothing is sent.
      if (batch === undefined || another !== undefined) {
        return { kind: 'refused', why: 'A call can be about one batch only.' };
      }
      const { target, items } = batch;
      const { pipeline } = doors();
      const answer = await pipeline.call('reprocessDocuments', {
        personId: by,
        params: { batchId: target.batchId },
        body: {
          documentIds: items.map(({ documentId }) => documentId),
          ...(reason !== undefined && { reason }),
        },
        idempotencyKey,
      });
      // This is also needed when it is unknown whether the call did anything.
      if (answer.kind === 'answered' || answer.kind === 'unclear') void tell(target, items);
      return sentAs(answer, new Map(items.map(({ id, documentId }) => [documentId, id])));
    },

    async look({ plan }, sent) {
      const versions = plannedVersions(plan);
      const runOf = new Map(sent.map(({ id, run }) => [id, run]));
      const looks = new Map<string, Look>();
      const all = await readEachBatch(plan, [...runOf.keys()], async (batch) => {
        const { target, items } = batch;
        const read = await readItemsNow(doors().reader, batch);
        if (!read.ok) return read;
        const { rows, runs } = read.value;
        tellLists(target, read.value.seen);
        for (const { id } of items) {
          const planned = versions.get(id) ?? null;
          looks.set(id, lookAt(rows.get(id), { run: runOf.get(id) ?? null, runs, planned }));
        }
        if (!items.some(({ id }) => looks.get(id)?.state === 'running')) {
          const own = new Set(items.flatMap(({ id }) => runOf.get(id) ?? []));
          void toTheirEnd(
            target,
            [...own].filter((run) => stillRuns({ runs }, run)),
          );
        }
        return read;
      });
      // Outcomes that were read are used even if another batch could not be read this time.
      if (!all.ok && looks.size === 0) return all;
      return { ok: true, value: { looks, seen: all.ok ? all.value.seen : { documents: [], batches: [] } } };
    },
  };

  /** Runs beside the job, whose next line on disk must not wait for it. */
  async function tell(target: BatchTarget, items: readonly BatchItem[]): Promise<void> {
    try {
      tellChanged(doors().reader, target, items);
      const read = await readItemsNow(doors().reader, { target, items });
      if (read.ok) seen(read.value.seen);
    } catch {
      // The job's own look reports what this could not.
    }
  }

  /** Tells lists what has changed, because for a while an index may show an ended document as in progress. */
  function tellLists(target: BatchTarget, { documents, batches }: SeenItems): void {
    const news = documents.filter(({ documentId, status, run }) =>
      isNews(`${target.batchId}/${documentId}`, `${status} in ${run}`),
    );
    const isBatchNews = batches.filter(({ version }) => isNews(target.batchId, String(version))).length > 0;
    if (news.length > 0 || isBatchNews) tellChanged(doors().reader, target, news);
  }
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

type Answer = PipelineAnswer<'reprocessDocuments'>;
type Outcome = Extract<Answer, { kind: 'answered' }>['value']['documents'][number]['outcome'];

/**
 * Translates the pipeline's answer for the documents that were sent. A document that the answer does not name shows at
 * the next look. `ids` are those of the plan, by document; a plan of one batch has the same.
 */
export function sentAs(answer: Answer, ids: ReadonlyMap<string, string> = new Map()): Sent {
  switch (answer.kind) {
    case 'answered': {
      const { run, documents } = answer.value;
      const refused = documents.flatMap(({ documentId, outcome }) =>
        outcome === 'started' ? [] : [[ids.get(documentId) ?? documentId, whyRefused[outcome]] as const],
      );
      return { kind: 'accepted', run, refused: new Map(refused) };
    }
    default:
      return explainNotAnswered(answer);
  }
}

const whyRefused: Readonly<Record<Exclude<Outcome, 'started'>, string>> = {
  'not found': 'No such document in this batch.',
  'already in work': 'Already in progress.',
  'waits for review': 'Waiting for review, so it did not fail.',
  'its run has begun': 'Its run had begun without it. Nothing was done with it; plan it again.',
  'its file is archived': 'Its file is archived in S3. Restore it first; nothing was done with it.',
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
