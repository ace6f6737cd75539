import { namesByConvention } from '#shared/domain/naming-convention.ts';
import type { HistoryRecord } from '../../../aws/sfn/records.ts';
import { keyOf } from '../../../pipelines/extraction/keys.ts';
import { hashOf } from '../../sheets/throws.ts';
import { finishingMs, listingMs, waitsToFinish } from '../course/run-course.ts';
import { isoTime } from '../items/iso-time.ts';
import { batchQuery, functionAnswer, functionCall, messageCall, type Call } from './calls.ts';
import { Chain } from './chain.ts';
import { executionInput, failureOf, outputOf, tooMany } from './ending.ts';
import { HistoryIsFull, HistoryWriter } from './history-writer.ts';
import { attempt, failed, succeeded } from './iteration.ts';
import { mapEvents } from './map-events.ts';
import type { ToldRun } from './told-run.ts';

const functions = namesByConvention('sandbox').extractionFunctions;

/** What Step Functions has written down of a run, event by event. */
export function toldHistory(told: ToldRun): HistoryRecord[] {
  const { run } = told;
  const writer = new HistoryWriter();
  let isFull = false;
  try {
    tell(writer, told);
  } catch (error) {
    if (!(error instanceof HistoryIsFull)) throw error;
    isFull = true;
  }
  const failure = failureOf(told);
  if (!failure) return writer.records;
  // That it failed follows from its last event; that it ran out of time from none.
  const type = run.status === 'TIMED_OUT' ? 'ExecutionTimedOut' : 'ExecutionFailed';
  const previous = run.status === 'TIMED_OUT' ? 0 : writer.records.length;
  if (isFull !== (failure.error === 'States.Runtime'))
    throw new Error(`${told.executionName} ended otherwise`);
  writer.end(run.endedAt, type, previous, failure);
  return writer.records;
}

function tell(writer: HistoryWriter, told: ToldRun): void {
  const { course, run, executionName, region, roleArn } = told;
  const { batchId, workflow } = course.batch;
  const { tenantId, projectId } = workflow;
  const hash = hashOf(executionName);
  const chain = new Chain(region, writer, run.startedAt, 0);
  chain.follow('ExecutionStarted', { text: executionInput(batchId), roleArn });
  // The first state follows from nothing, as AWS has it.
  chain.last = 0;

  const keys = keyOf.batch(tenantId, projectId, batchId);
  const marshalled = { PK: { S: keys.PK }, SK: { S: keys.SK } };
  const found = { batchId, index: { count: 1, keys: [marshalled] } };
  const items = { Items: [marshalled], Count: 1, ScannedCount: 1 };
  task(chain, 'FindBatch', { batchId }, batchQuery(batchId), { ms: 0, answer: items, output: found });
  pass(chain, 'Choice', 'IsThereABatch', found);

  const documentIds = run.listed.map((index) => course.batch.document(index).documentId);
  const common = { batch: { tenantId, projectId, batchId }, run: run.run };
  const listed = { ...common, documentIds };
  task(chain, 'ListDocuments', found, functionCall(functions.listDocuments, { keys, executionName }), {
    ms: listingMs,
    answer: functionAnswer(listed, hash, 0),
    output: listed,
  });

  chain.follow('MapStateEntered', { name: 'ProcessDocuments', input: listed });
  chain.follow('MapStateStarted', { length: documentIds.length });
  if (!mapEvents(writer, chain, course, run, common)) return;
  writer.write(chain.now, 'MapStateSucceeded', chain.last);
  chain.follow('MapStateExited', { name: 'ProcessDocuments', output: listed });
  finish(writer, chain, told, listed, hash);
}

function finish(
  writer: HistoryWriter,
  chain: Chain,
  told: ToldRun,
  listed: { readonly batch: object; readonly run: number },
  hash: number,
): void {
  const { run, webhook, webhookQueueUrl } = told;
  const payload = { batch: listed.batch, run: listed.run, startedAt: isoTime(run.startedAt) };
  const call = functionCall(functions.finaliseBatch, payload);
  if (run.status === 'FAILED') {
    chain.follow('TaskStateEntered', { name: 'Finalise', input: listed });
    for (const wait of [...waitsToFinish, 0]) {
      for (const _turn of attempt(chain, call, 0));
      failed(chain, call, tooMany(hash));
      chain.now += wait;
    }
    return;
  }
  const sent = webhook();
  const said = { webhook: sent?.message ?? null };
  task(chain, 'Finalise', listed, call, {
    ms: finishingMs,
    answer: functionAnswer(said, hash, 1),
    output: said,
  });
  pass(chain, 'Choice', 'IsThereAWebhook', said);
  const output = outputOf(told);
  if (sent) {
    const message = messageCall(webhookQueueUrl, sent.message);
    task(chain, 'SendWebhook', said, message, { ms: 0, answer: output, output });
  }
  pass(chain, 'Succeed', 'Done', output);
  writer.end(chain.now, 'ExecutionSucceeded', chain.last, { output });
}

function task(
  chain: Chain,
  name: string,
  input: object,
  call: Call,
  { ms, answer, output }: { readonly ms: number; readonly answer: object; readonly output: object },
): void {
  chain.follow('TaskStateEntered', { name, input });
  for (const _turn of attempt(chain, call, ms));
  succeeded(chain, call, answer);
  chain.follow('TaskStateExited', { name, output });
}

function pass(chain: Chain, type: 'Choice' | 'Succeed', name: string, data: object): void {
  chain.follow(`${type}StateEntered`, { name, input: data });
  chain.follow(`${type}StateExited`, { name, output: data });
}
