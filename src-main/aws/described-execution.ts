import { z } from 'zod';
import { ok, type Result } from '#shared/contract/result.ts';
import { executionSchema } from '#shared/contract/triage.ts';
import type { DescribedExecution, RunName } from './executions.ts';
import { detailsOf, historySchema } from './history-events.ts';
import type { SfnQuestion } from './sfn-reads.ts';

const { status, redriveStatus } = executionSchema.shape;

/** Times are in seconds. */
const describedSchema = z.object({
  executionArn: z.string(),
  status,
  startDate: z.number().nullish(),
  stopDate: z.number().nullish(),
  error: z.string().nullish(),
  cause: z.string().nullish(),
  redriveCount: z.int().nullish(),
  redriveDate: z.number().nullish(),
  redriveStatus: redriveStatus.nullish().catch(null),
  redriveStatusReason: z.string().nullish(),
});

/** By its metadata: what it was given and what came out stay where they are. */
export async function describedExecution(
  name: RunName,
  question: SfnQuestion,
): Promise<Result<DescribedExecution>> {
  const answer = await question.describe(describedSchema);
  if (!answer.ok) return answer;
  const it = answer.value;
  return ok(
    {
      ...name,
      arn: it.executionArn,
      status: it.status,
      startedAt: isoOf(it.startDate),
      stoppedAt: isoOf(it.stopDate),
      error: hasFailed.has(it.status) ? await errorOf(it, question) : null,
      redriveCount: it.redriveCount ?? 0,
      redrivenAt: isoOf(it.redriveDate),
      redriveStatus: it.redriveStatus ?? null,
      redriveStatusReason: it.redriveStatusReason ?? null,
    },
    question.receipt(1),
  );
}

const hasFailed: ReadonlySet<string> = new Set(['FAILED', 'TIMED_OUT', 'ABORTED']);

/**
 * With its metadata an execution may not tell its error, which is in the last event of its history, too. A history that
 * cannot be read is no reason not to describe the execution.
 */
async function errorOf(
  { error, cause }: z.infer<typeof describedSchema>,
  question: SfnQuestion,
): Promise<DescribedExecution['error']> {
  if (typeof error === 'string' || typeof cause === 'string') {
    return { code: error ?? null, cause: cause ?? null };
  }
  const last = await question.history(historySchema, {
    reverseOrder: true,
    maxResults: 1,
    includeExecutionData: false,
  });
  const event = last.ok ? last.value.events[0] : undefined;
  if (event === undefined || !/^Execution(Failed|TimedOut|Aborted)$/.test(event.type)) return null;
  const details = detailsOf(event);
  const told = { code: textOf(details['error']), cause: textOf(details['cause']) };
  return told.code === null && told.cause === null ? null : told;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function isoOf(seconds: number | null | undefined): string | null {
  const date = new Date((seconds ?? Number.NaN) * 1_000);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
