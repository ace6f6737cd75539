import type { DownloadFile } from '#shared/contract/downloads.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { ok } from '#shared/contract/result.ts';
import { hasFailed, isWithinItsTime } from '#shared/domain/download-files.ts';
import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import { longestId } from '../../rows/download-rows.ts';
import {
  newsOnly,
  type JobAction,
  type Look,
  type RunningJob,
  type Sending,
  type Sent,
} from '../job-action.ts';
import { mostInCall } from '../pace.ts';
import {
  downloadsChanged,
  filesNow,
  repeatableForMs,
  seenDownloads,
  type DownloadParts,
} from './read-downloads.ts';

/** Makes files available again, each with a call of its own on the version that the plan has seen. */
export function requeueFilesAction({ doors, now, seen }: DownloadParts): JobAction {
  const isNews = newsOnly();
  const read = (ids: readonly string[]) => filesNow(ids, { reader: doors().reader, now: now() });

  /** Runs beside the job, whose next line on disk must not wait for it. */
  async function tell(ids: readonly string[]): Promise<void> {
    try {
      downloadsChanged(doors().reader, { files: ids });
      const files = await read(ids);
      if (files.ok) seen(seenDownloads({ files: [...files.value.values()] }));
    } catch {
      // The job's own look reports what this could not.
    }
  }

  return {
    kind: 'requeue-files',
    repeatableForMs,
    firstLookAfter: () => 3_000,
    mostInCall,

    async recheck(plan, ids) {
      const files = await read(ids);
      if (!files.ok) return files;
      const skip = new Map<string, string>();
      for (const id of ids) {
        const why = whyChanged(readStamp(plan, id), files.value.get(id));
        if (why !== undefined) skip.set(id, why);
      }
      return ok({ skip, seen: seenDownloads({ files: [...files.value.values()] }) });
    },

    async send(job, sending) {
      const sent = await sendRequeues(doors().pipeline, job, {
        ...sending,
        stampOf: (id) => readStamp(job.plan, id),
      });
      // This is also needed when it is unknown whether the call did anything.
      if (sent.kind === 'accepted' || sent.kind === 'unclear') void tell(sending.open ?? sending.ids);
      return sent;
    },

    async look({ plan }, sent) {
      const files = await read(sent.map(({ id }) => id));
      if (!files.ok) return files;
      const looks = new Map(
        sent.map(({ id, downloadBatchId = null }) => {
          const file = files.value.get(id) ?? null;
          return [id, requeuedLook(file, { stamp: readStamp(plan, id), downloadBatchId })];
        }),
      );
      const rows = [...files.value.values()];
      const news = rows.filter((row) => isNews(row.fileId, `${row.status} at ${row.version}`));
      downloadsChanged(doors().reader, { files: news.map(({ fileId }) => fileId) });
      return ok({ looks, seen: seenDownloads({ files: rows }) });
    },
  };
}

function readStamp({ items }: Plan, id: string): string | null {
  return items.find((item) => item.id === id)?.stamp ?? null;
}

function whyChanged(planned: string | null, file: DownloadFile | undefined): string | undefined {
  if (file === undefined) return 'It is no longer there.';
  if (!isWithinItsTime(file.timeToLive)) return 'Expired. The pipeline does not process it any more.';
  if (file.version !== null && file.version === planned) return undefined;
  const { status, statusSince } = file;
  const since = statusSince === null ? '' : ` since ${statusSince.slice(11, 19)} UTC`;
  return `Changed since the plan: ${status === null ? 'in another status' : `${status}${since}`}.`;
}

interface Requeues extends Sending {
  readonly stampOf: (id: string) => string | null;
}

/**
 * Requeues a step's files one by one, each under a key made from the step's key and the file's place in it. A file
 * without a clear answer does not affect the others. When the step is repeated it asks only for files without an
 * answer, and the pipeline repeats its first answer for those it has already requeued.
 */
export async function sendRequeues(
  pipeline: PipelineApi,
  { by, reason, isOver }: RunningJob,
  { ids, open = ids, idempotencyKey, isAgain = false, stampOf }: Requeues,
): Promise<Sent> {
  const refused = new Map<string, string>();
  const skipped = new Map<string, string>();
  const unclear = new Map<string, string>();
  const downloadBatches = new Map<string, string>();
  const known = { kind: 'accepted', run: null, refused, skipped, unclear, downloadBatches } as const;
  let unclearInARow = 0;
  for (const [at, id] of open.entries()) {
    if (isOver()) return brokenOff(at, 'It was stopped.');
    const answer = await pipeline.call('requeueFile', {
      personId: by,
      params: { fileId: id },
      body: reason === undefined ? {} : { reason },
      idempotencyKey: `${idempotencyKey}.${ids.indexOf(id)}`,
      ifMatch: stampOf(id) ?? '',
    });
    if (answer.kind === 'not-sent') {
      if (answer.unfit === undefined) return brokenOff(at, answer.why);
      // Only its id is invalid, and it would be just as invalid later.
      refused.set(id, answer.why);
      continue;
    }
    unclearInARow = answer.kind === 'unclear' ? unclearInARow + 1 : 0;
    if (answer.kind === 'unclear') {
      unclear.set(id, answer.why);
      // Several unclear answers in a row are not the fault of one file, and every further call could make another file
      // uncertain.
      if (unclearInARow === mostInARow && !isAgain) return brokenOff(at + 1, answer.why);
    } else if (answer.kind === 'answered') {
      const { BatchID } = answer.value.file;
      if (BatchID !== '' && BatchID.length <= longestId) downloadBatches.set(id, BatchID);
    } else {
      const { status, code, title, detail } = answer.problem;
      // The sign-in ended on the way, which says nothing about the files; the call may succeed with the next token.
      if (status === 401) return brokenOff(at, detail);
      if (leftAlone.has(code)) skipped.set(id, detail);
      else refused.set(id, `${title}: ${detail}`);
    }
  }
  return known;

  /** The files from here on were not asked for in this attempt, though an earlier attempt may have asked for them. */
  function brokenOff(at: number, why: string): Sent {
    const rest = open.slice(at);
    if (!isAgain) return at === 0 ? { kind: 'not-sent', why } : { ...known, left: new Set(rest) };
    // Nothing new is known; that is a problem of the connection and says nothing about the files.
    if (unclear.size === at) return { kind: 'unclear', why };
    for (const id of rest) unclear.set(id, why);
    return known;
  }
}

/** With these answers the file is no longer the one that was planned for. */
const leftAlone: ReadonlySet<Problem['code']> = new Set(['stale-version', 'not-found']);

const mostInARow = 3;

interface Requeued {
  /** This is the file's stamp before it was requeued. */
  readonly stamp: string | null;
  /** This is the batch that it was requeued with. */
  readonly downloadBatchId: string | null;
}

/** Judges a file that was made available again, by its present state in the table. */
export function requeuedLook(file: DownloadFile | null, { stamp, downloadBatchId }: Requeued): Look {
  if (file === null) return look('failed-again', 'It expired and was deleted before it completed.');
  const { batchId, status, version, statusSince, completedAt, error } = file;
  const isOthers = downloadBatchId !== null && batchId !== null && batchId !== downloadBatchId;
  if (isOthers)
    return look('overtaken', `Taken over by ${batchId}, where it is ${status ?? 'of unknown status'}.`);
  // The table still shows the earlier version, because the answer to the call came first.
  if (version !== null && version === stamp) return look('running', null);
  if (status === 'completed') return look('fixed', null, completedAt ?? statusSince);
  if (hasFailed(status)) return look('failed-again', [status, error].filter(isThere).join(': '), statusSince);
  return look('running', status);
}

function look(state: Look['state'], note: string | null, endedAt: string | null = null): Look {
  return { state, status: null, stage: null, run: null, endedAt, usage: null, note };
}

function isThere(part: string | null): part is string {
  return part !== null;
}
