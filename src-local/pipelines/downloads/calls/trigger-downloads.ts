import { ApiProblem, commit, type ApiAnswer, type ApiCall } from '../../api/call.ts';
import type { PipelineParts } from '../../parts.ts';
import { daysToRunAgain } from '../download-limits.ts';
import { send } from '../file-queue.ts';
import { batchPut } from '../items/batches.ts';
import type { Provider } from '../provider.ts';
import { queueFiles } from '../queue-files.ts';
import { batchIdOf, dateOf, newBatch } from '../start-batch.ts';
import { batchAnswer } from './answers.ts';
import { askProvider } from './ask-provider.ts';

export async function triggerDownloads(
  parts: PipelineParts,
  provider: Provider,
  call: ApiCall<{ readonly date: string; readonly reason: string }>,
): Promise<ApiAnswer> {
  const { date, reason } = call.body;
  requireRecent(parts, date);
  const offers = await askProvider(provider.filesOf(date));
  if (offers.length === 0) {
    throw new ApiProblem('not-found', `The provider has no files of ${date}. Nothing was done.`);
  }
  const batch = newBatch(parts, {
    BatchID: batchIdOf(date, parts.dice.uuid()),
    PollingDate: date,
    TriggeredBy: call.caller.sub,
    TriggerReason: reason,
  });
  const answer = { status: 202, body: { batch: batchAnswer(batch) } };
  // It looks after the batch, also where we end before its files are queued.
  await send(parts, [{ batchId: batch.BatchID }], { delaySeconds: 60 });
  const change = { Put: batchPut(parts, batch) };
  const outcome = await commit(parts, [change], call.remembered(answer));
  if (outcome === 'lost') throw new Error(`There is a batch ${batch.BatchID} already`);
  // The batch is accepted. What goes wrong from here is made up for by its message.
  await queueFiles(parts, provider, batch).catch(() => undefined);
  return answer;
}

function requireRecent(parts: PipelineParts, date: string): void {
  const today = dateOf(parts.now());
  const first = dateOf(parts.now() - (daysToRunAgain - 1) * 86_400_000);
  if (first <= date && date <= today) return;
  throw new ApiProblem(
    'malformed-request',
    `Files are kept for ${daysToRunAgain} days: send a date from ${first} to ${today}. Nothing was done.`,
  );
}
