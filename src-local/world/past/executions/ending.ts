import { hashOf } from '../../sheets/throws.ts';
import { historyIsFull } from '../items/error-of.ts';
import { toldUuid } from '../told-uuid.ts';
import { messageAnswer } from './calls.ts';
import type { ToldRun } from './told-run.ts';

export function executionInput(batchId: string): string {
  return JSON.stringify({ batchId });
}

/** What a run that went well came to. */
export function outputOf({ executionName, webhook }: ToldRun): object {
  const sent = webhook();
  return sent ? messageAnswer(sent.messageId, sent.message, hashOf(executionName), 2) : { webhook: null };
}

/** What it failed with; undefined where it has not failed. */
export function failureOf({
  executionName,
  course,
  run,
}: ToldRun): { readonly error: string; readonly cause?: string } | undefined {
  if (run.status === 'SUCCEEDED') return undefined;
  if (run.status === 'TIMED_OUT') return { error: 'States.Timeout' };
  if (course.batch.execution === 'failed by its history') {
    return { error: 'States.Runtime', cause: historyIsFull };
  }
  return tooMany(hashOf(executionName));
}

/** All that Lambda may do at once in this account was being done. */
export function tooMany(hash: number): { readonly error: string; readonly cause: string } {
  const where = `Service: AWSLambda; Status Code: 429; Error Code: TooManyRequestsException; Request ID: ${toldUuid(hash, 3)}; Proxy: null`;
  return { error: 'Lambda.TooManyRequestsException', cause: `Rate Exceeded. (${where})` };
}
