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

/** Files made available again, each by a call of its own under the version that the plan has seen. */
export function requeueFilesAction({ doors, now, seen }: DownloadParts): JobAction {
  const isNews = newsOnly();
  const read = (ids: readonly string[]) => filesNow(ids, { reader: doors().reader, now: now() });

  /** Beside the job, whose next line on disk must not wait for this. */
  async function tell(ids: readonly string[]): Promise<void> {
    try {
      downloadsChanged(doors().reader, { files: ids });
      const files = await read(ids);
      if (files.ok) seen(seenDownloads({ files: [...files.value.values()] }));
    } catch {
      // The job's own look tells what this could not.
    }
  }

  return {
    kind: 'requeue-files',
    repeatableForMs,
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
      // Also where nobody knows whether it did anything.
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
  if (!isWithinItsTime(file.timeToLive)) return 'Its time is over: the pipeline does nothing to it any more.';
  if (file.version !== null && file.version === planned) return undefined;
  const { status, statusSince } = file;
  const since = statusSince === null ? '' : ` since ${statusSince.slice(11, 19)} UTC`;
  return `Changed since the plan: ${status === null ? 'in another status' : `${status}${since}`}.`;
}

interface Requeues extends Sending {
  readonly stampOf: (id: string) => string | null;
}

/**
 * A step's files one by one, each under a key that follows from the step's and from its place in it. One without a clear
 * answer keeps none of the others from theirs; made again, the step asks for those alone that had none, and the
 * pipeline answers what it has requeued with what it said the first time.
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
      // Its id alone is the trouble, and will be at any later time.
      refused.set(id, answer.why);
      continue;
    }
    unclearInARow = answer.kind === 'unclear' ? unclearInARow + 1 : 0;
    if (answer.kind === 'unclear') {
      unclear.set(id, answer.why);
      // That is no matter of one file any more, and each further one may become uncertain for nothing.
      if (unclearInARow === mostInARow && !isAgain) return brokenOff(at + 1, answer.why);
    } else if (answer.kind === 'answered') {
      const { BatchID } = answer.value.file;
      if (BatchID !== '' && BatchID.length <= longestId) downloadBatches.set(id, BatchID);
    } else {
      const { status, code, title, detail } = answer.problem;
      // The sign-in ended on the way: nothing is the matter with the files, and the next token may do.
      if (status === 401) return brokenOff(at, detail);
      if (leftAlone.has(code)) skipped.set(id, detail);
      else refused.set(id, `${title}: ${detail}`);
    }
  }
  return known;

  /** What comes from here on was not asked for in this attempt; an earlier one may have. */
  function brokenOff(at: number, why: string): Sent {
    const rest = open.slice(at);
    if (!isAgain) return at === 0 ? { kind: 'not-sent', why } : { ...known, left: new Set(rest) };
    // Nothing new is known: that says something of the way there, and nothing of any file.
    if (unclear.size === at) return { kind: 'unclear', why };
    for (const id of rest) unclear.set(id, why);
    return known;
  }
}

/** It is another file than was planned for by now. */
const leftAlone: ReadonlySet<Problem['code']> = new Set(['stale-version', 'not-found']);

const mostInARow = 3;

interface Requeued {
  /** Before it was requeued. */
  readonly stamp: string | null;
  /** That it was requeued with. */
  readonly downloadBatchId: string | null;
}

/** What became of a file that was made available again, as its table has it now. */
export function requeuedLook(file: DownloadFile | null, { stamp, downloadBatchId }: Requeued): Look {
  if (file === null) return look('failed-again', 'It was deleted before it came: its time was over.');
  const { batchId, status, version, statusSince, completedAt, error } = file;
  const isOthers = downloadBatchId !== null && batchId !== null && batchId !== downloadBatchId;
  if (isOthers)
    return look('overtaken', `${batchId} has taken it over; there it is ${status ?? 'in no known status'}.`);
  // As it was before: the answer to the call came first.
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
