import type { Problem } from '#shared/pipeline-api/problem.ts';
import { longestId } from '../../rows/download-rows.ts';
import type { PipelineApi } from '../../pipeline/pipeline-api.ts';
import type { RunningJob, Sending, Sent } from '../job-action.ts';

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
