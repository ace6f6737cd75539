import type { EntryOutcome } from '../aws/queues.ts';
import { inChunks, inLanes } from './in-lanes.ts';

interface Repeating {
  /** Ten at most. */
  readonly attempt: (handles: readonly string[]) => Promise<readonly EntryOutcome[]>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_DeleteMessageBatch.html */
export const atOnce = 10;
export const lanesAtOnce = 8;
const mostTries = 5;
const firstPause = 100;

/**
 * For what is the same done twice: holding, letting go, deleting. An answer that was lost is asked for again. Of each
 * handle, in their order: what came of it in the end.
 */
export async function repeatEntries(
  handles: readonly string[],
  { attempt, sleep }: Repeating,
): Promise<readonly EntryOutcome[]> {
  const outcomes: EntryOutcome[] = handles.map(() => untried);
  await inLanes(inChunks([...handles.keys()], atOnce), lanesAtOnce, async (chunk) => {
    let left = chunk;
    for (let tries = 1; left.length > 0 && tries <= mostTries; tries += 1) {
      if (tries > 1) await sleep(firstPause * 2 ** tries);
      const answers = await attempt(left.map((at) => handles[at] ?? ''));
      for (const [index, at] of left.entries()) outcomes[at] = answers[index] ?? untried;
      left = left.filter((at) => mayGoAgain(outcomes[at] ?? untried));
    }
  });
  return outcomes;
}

/** Why SQS took none of these whatever they are; null where it says something of each. */
export function standstillOf(outcomes: readonly EntryOutcome[]): string | null {
  const standing = outcomes.find((one) => one.kind === 'refused' && one.isForNow === true);
  return standing?.kind === 'refused' ? standing.why : null;
}

function mayGoAgain(outcome: EntryOutcome): boolean {
  return outcome.kind === 'unclear' || (outcome.kind === 'refused' && outcome.mayTryAgain);
}

const untried: EntryOutcome = { kind: 'unclear', why: 'SQS did not say what became of it.' };
