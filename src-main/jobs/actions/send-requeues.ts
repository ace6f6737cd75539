import type { Problem } from '#shared/pipeline-api/problem.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import type { RunningJob, Sending, Sent } from '../job-action.ts';

interface Requeues extends Sending {
  readonly stampOf: (id: string) => string | null;
}

/**
 * A step's files one by one, each under a key that follows from the step's: made again, the step goes through all of
 * them once more, and the pipeline answers those that it has requeued with what it said the first time.
 */
export async function sendRequeues(
  pipeline: PipelineApi,
  { by, reason, isOver }: RunningJob,
  { ids, idempotencyKey, isAgain = false, stampOf }: Requeues,
): Promise<Sent> {
  const refused = new Map<string, string>();
  const skipped = new Map<string, string>();
  const downloadBatches = new Map<string, string>();
  for (const [at, id] of ids.entries()) {
    if (isOver()) return brokenOff(at, 'It was stopped.');
    const answer = await pipeline.call('requeueFile', {
      personId: by,
      params: { fileId: id },
      body: reason === undefined ? {} : { reason },
      idempotencyKey: `${idempotencyKey}.${at}`,
      ifMatch: stampOf(id) ?? '',
    });
    if (answer.kind === 'unclear') return { kind: 'unclear', why: answer.why };
    if (answer.kind === 'not-sent') return brokenOff(at, answer.why);
    if (answer.kind === 'answered') {
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
  return { kind: 'accepted', run: null, refused, skipped, downloadBatches };

  /** What comes from here on was not asked for in this attempt; an earlier one may have. */
  function brokenOff(at: number, why: string): Sent {
    if (isAgain) return { kind: 'unclear', why };
    if (at === 0) return { kind: 'not-sent', why };
    return { kind: 'accepted', run: null, refused, skipped, downloadBatches, left: new Set(ids.slice(at)) };
  }
}

/** It is another file than was planned for by now. */
const leftAlone: ReadonlySet<Problem['code']> = new Set(['stale-version', 'not-found']);

const longestId = 256;
