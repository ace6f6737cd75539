import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { Saved } from '#shared/contract/workflows/workflows.ts';
import type { PipelineAnswer } from '../../../pipeline/pipeline-api.ts';
import { pipelineFailure } from '../../../pipeline/pipeline-failure.ts';
import { readsSoFar, type ReadsSoFar } from '../../../reads/paid-reads.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../../rows/tenant-rows.ts';
import type { AskingToSave } from './asking.ts';
import { answerOfKey } from './answer-of-key.ts';
import { toldWorkflow } from './told-workflow.ts';

type Answer = PipelineAnswer<'changeThresholds'>;

/** A lost race is an answer and no failure: the page has to show it. */
export async function whatBecameOf(answer: Answer, asking: AskingToSave): Promise<Result<Saved>> {
  if (answer.kind === 'answered') return ok(savedAs(answer.value.workflow, asking));
  const reads = readsSoFar();
  const result = await whyNotAnswered(answer, asking, reads);
  const receipt = reads.receipt();
  return receipt === undefined ? result : { ...result, receipt };
}

function whyNotAnswered(
  answer: Exclude<Answer, { readonly kind: 'answered' }>,
  asking: AskingToSave,
  reads: ReadsSoFar,
): Result<Saved> | Promise<Result<Saved>> {
  if (answer.kind === 'unclear') return lookUp(answer, asking, reads);
  if (answer.kind === 'problem') {
    const { code, current } = answer.problem;
    if (code === 'stale-version') return lookWhoWon(current, asking, reads);
    if (code === 'not-found') return notThere(asking);
  }
  return refused(pipelineFailure(answer, 'Nothing was saved.'));
}

/** As the table has it now; as the API has just told, where it cannot be read. */
async function lookWhoWon(
  current: Readonly<Record<string, unknown>> | undefined,
  asking: AskingToSave,
  reads: ReadsSoFar,
): Promise<Result<Saved>> {
  const now = await readNow(asking, reads);
  if (now.ok) return now.value === null ? notThere(asking) : overtaken(now.value, asking, reads);
  return current === undefined ? now : overtaken(toldWorkflow(current, asking.input), asking, reads);
}

/**
 * After no answer. The API remembers what it did under a key in the same transaction as the change; and what was asked
 * on a version that is gone will not happen any more. Everything else is not certain.
 */
async function lookUp(
  { why, status }: Extract<Answer, { readonly kind: 'unclear' }>,
  asking: AskingToSave,
  reads: ReadsSoFar,
): Promise<Result<Saved>> {
  // In this order: what is not remembered afterwards had not been done when the workflow was read.
  const now = await readNow(asking, reads);
  const made = await answerOfKey(asking, reads);
  if (made.ok && made.value !== null) return ok(savedAs(made.value, asking));
  const workflow = now.ok ? now.value : null;
  const isTooLate = made.ok && workflow !== null && (workflow.version ?? 0) > asking.input.version;
  if (isTooLate) return overtaken(workflow, asking, reads);
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  const message = `${sentence} Whether the thresholds were saved is not known. Save again: it is the same request, so they are changed once at most.`;
  return refused({ code: 'pipeline-unreadable', message, status: status ?? 0 });
}

async function overtaken(
  workflow: Workflow,
  { input, doors }: AskingToSave,
  reads: ReadsSoFar,
): Promise<Result<Saved>> {
  const { tenantId, workflowId } = input;
  const history = reads.paid(
    await doors.reader.run(
      'extraction.workflowHistory',
      { tenantId, workflowId },
      { pageSize: 1, consistent: true },
    ),
  );
  // Who has won is worth less than what is so now.
  const newest = history.ok ? history.value.items[0] : undefined;
  return ok({ kind: 'overtaken', workflow, by: newest === undefined ? null : workflowEventRow(newest) });
}

async function readNow({ input, doors }: AskingToSave, reads: ReadsSoFar): Promise<Result<Workflow | null>> {
  const { tenantId, projectId, workflowId } = input;
  const read = reads.paid(
    await doors.reader.run(
      'extraction.workflowById',
      { tenantId, projectId, workflowId },
      { consistent: true },
    ),
  );
  if (!read.ok) return read;
  const [item] = read.value.items;
  return ok(item === undefined ? null : workflowRow(item));
}

function savedAs(workflow: Readonly<Record<string, unknown>>, { input }: AskingToSave): Saved {
  return { kind: 'saved', workflow: toldWorkflow(workflow, input) };
}

function notThere({ input }: AskingToSave): Result<never> {
  const { what, message } = noWorkflow(input.workflowId);
  return refused({ code: 'not-found', what, message: `${message} Nothing was saved.` });
}
