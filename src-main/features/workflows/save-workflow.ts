import type { z } from 'zod';
import { keyText } from '#shared/catalogue/items/attribute-value.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type {
  Saved,
  saveObjectiveInput,
  saveReviewInput,
  saveThresholdsInput,
  WorkflowKey,
} from '#shared/contract/workflows.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import type { Handlers } from '../../gate/gate.ts';
import { isObject, jsonAttributes, buildPlace } from '../../rows/read-row.ts';
import { pipelineFailure, type PipelineAnswer, type PipelineCall } from '../../pipeline/pipeline-api.ts';
import { readsSoFar, type ReadsSoFar } from '../../reads/paid-reads.ts';
import { noWorkflow, workflowEventRow, workflowRow } from '../../rows/tenant-rows.ts';

interface Parts {
  readonly doors: () => ConnectionDoors;
  readonly session: () => Session;
}

/** Saves thresholds for batches that are submitted later, on the version that was seen, and once for each intent. */
export function saveThresholds(parts: Parts): Handlers['workflows.saveThresholds'] {
  return (input) => {
    const { confidenceThreshold, reviewThreshold, reason } = input;
    if (confidenceThreshold > reviewThreshold) {
      const message = 'The confidence threshold is above the review threshold. Nothing was saved.';
      const issues = [{ path: 'reviewThreshold', problem: 'is below the confidence threshold' }];
      return Promise.resolve(refused({ code: 'invalid-input', message, issues }));
    }
    return save(parts, input, 'thresholds', ({ doors, call }) =>
      doors.pipeline.call('changeThresholds', {
        ...call,
        body: { confidenceThreshold, reviewThreshold, reason },
      }),
    );
  };
}

/** Saves how much the rules of review weigh, when documents are due, and how urgent they are. */
export function saveReview(parts: Parts): Handlers['workflows.saveReview'] {
  return (input) => {
    const { rules, dueHours, priority, customer, reason } = input;
    const body = {
      // Without any, the item needs none.
      rules: Object.keys(rules).length === 0 ? null : rules,
      dueHours,
      priority,
      customer,
      reason,
    };
    return save(parts, input, 'settings', ({ doors, call }) =>
      doors.pipeline.call('changeReview', { ...call, body }),
    );
  };
}

/** Saves how long batches of a workflow should take. */
export function saveObjective(parts: Parts): Handlers['workflows.saveObjective'] {
  return (input) => {
    const { objective, reason } = input;
    return save(parts, input, 'objective', ({ doors, call }) =>
      doors.pipeline.call('changeObjective', { ...call, body: { objective, reason } }),
    );
  };
}

interface Sending {
  readonly doors: ConnectionDoors;
  readonly call: Pick<PipelineCall<'changeReview'>, 'personId' | 'params' | 'idempotencyKey' | 'ifMatch'>;
}

async function save(
  { doors, session }: Parts,
  input: AskingToSave['input'],
  what: AskingToSave['what'],
  send: (sending: Sending) => Promise<Answer>,
): Promise<Result<{ readonly outcome: Saved }>> {
  const who = maySave(session(), input, 'Nothing was saved.');
  if (!who.ok) return who;
  const { tenantId, projectId, workflowId, version, intentKey } = input;
  const asking = { input, what, personId: who.value.id, doors: doors() };
  const answer = await send({
    doors: asking.doors,
    call: {
      personId: asking.personId,
      params: { tenantId, projectId, workflowId },
      idempotencyKey: intentKey,
      ifMatch: version,
    },
  });
  const result = await findOutcome(answer, asking);
  // This also follows a refusal, because the workflow may have changed since it was read.
  if (answer.kind !== 'not-sent') tellLists(asking);
  return result.ok ? { ...result, value: { outcome: result.value } } : result;
}

/** Says whether this person may change a tenant's settings on this connection. */
export function maySave(
  { connection, who }: Session,
  { tenantId, typedEnvironment }: { readonly tenantId: string; readonly typedEnvironment: string | null },
  notDone: string,
): Result<Persona> {
  if (who === null) {
    const message = `You are not identified on this connection. ${notDone} Sign in first.`;
    return refused({ code: 'sign-in-expired', message });
  }
  if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, notDone);
  const { environment } = connection;
  if (environment === 'production' && typedEnvironment?.trim() !== environment) {
    const message = `This is ${environment}. Type ${environment}. ${notDone}`;
    return refused({ code: 'plan-refused', why: 'typed-wrong', message });
  }
  return ok(who);
}

type Answer = PipelineAnswer<'changeThresholds' | 'changeReview' | 'changeObjective'>;

/** Treats a lost race as an answer and not as a failure, because the page has to show it. */
async function findOutcome(answer: Answer, asking: AskingToSave): Promise<Result<Saved>> {
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

/** Reads the workflow as the table has it now, or uses the API's answer where it cannot be read. */
async function lookWhoWon(
  current: Readonly<Record<string, unknown>> | undefined,
  asking: AskingToSave,
  reads: ReadsSoFar,
): Promise<Result<Saved>> {
  const now = await readNow(asking, reads);
  if (now.ok) return now.value === null ? notThere(asking) : overtaken(now.value, asking, reads);
  return current === undefined ? now : overtaken(parseWorkflow(current, asking.input), asking, reads);
}

/**
 * Looks up the outcome when no answer came. The API records what it did under a key in the same transaction as the
 * change, and a request on an outdated version will no longer take effect. In every other case the outcome stays
 * unknown.
 */
async function lookUp(
  { why, status }: Extract<Answer, { readonly kind: 'unclear' }>,
  asking: AskingToSave,
  reads: ReadsSoFar,
): Promise<Result<Saved>> {
  // The order matters: if the key is not recorded after this read, the change had not been made when the workflow was
  // read.
  const now = await readNow(asking, reads);
  const made = await answerOfKey(asking, reads);
  if (made.ok && made.value !== null) return ok(savedAs(made.value, asking));
  const workflow = now.ok ? now.value : null;
  const isTooLate = made.ok && workflow !== null && (workflow.version ?? 0) > asking.input.version;
  if (isTooLate) return overtaken(workflow, asking, reads);
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  const message = `${sentence} Whether the ${asking.what} ${asking.what === 'objective' ? 'was' : 'were'} saved is not known. Save again: it is the same request, so it is made once at most.`;
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
  // The winner's name is optional; the present state matters more.
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
  return { kind: 'saved', workflow: parseWorkflow(workflow, input) };
}

function notThere({ input }: AskingToSave): Result<never> {
  const { what, message } = noWorkflow(input.workflowId);
  return refused({ code: 'not-found', what, message: `${message} Nothing was saved.` });
}

/** Returns the workflow as the API answered this intent; null where it has not made the change under its key. */
async function answerOfKey(
  { input, personId, doors }: AskingToSave,
  { paid }: ReadsSoFar,
): Promise<Result<Readonly<Record<string, unknown>> | null>> {
  const asked = { callerId: personId, idempotencyKey: input.intentKey };
  const read = paid(await doors.reader.run('extraction.requestOfCaller', asked, { consistent: true }));
  if (!read.ok) return read;
  const [request] = read.value.items;
  const answer = parseJson((request && keyText(request.attributes, 'body')) ?? '');
  const workflow = isObject(answer) ? answer['workflow'] : undefined;
  return ok(isObject(workflow) ? workflow : null);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The request has begun without an answer, or is of another kind, so it is not this change.
    return undefined;
  }
}

/** Parses a workflow from the API as if it had been read from the table. */
function parseWorkflow(
  workflow: Readonly<Record<string, unknown>>,
  { tenantId, projectId, workflowId }: WorkflowKey,
): Workflow {
  return workflowRow({
    ...buildPlace('Workflow', { tenantId, projectId, workflowId }),
    entity: 'Workflow',
    attributes: jsonAttributes(workflow),
    bytes: 0,
    catchingUp: false,
    expired: false,
  });
}

/** Updates lists, because the index of workflows may be behind: lists that are read later look at the item itself. */
function tellLists({ input, doors }: AskingToSave): void {
  const { tenantId, projectId, workflowId } = input;
  doors.reader.changed(extraction, [buildPlace('Workflow', { tenantId, projectId, workflowId })]);
}

/**
 * Holds the change, person and connection of a request, because another connection may be opened while it is under way.
 */
interface AskingToSave {
  readonly input: z.output<typeof saveThresholdsInput | typeof saveReviewInput | typeof saveObjectiveInput>;
  readonly what: 'thresholds' | 'settings' | 'objective';
  readonly personId: string;
  readonly doors: ConnectionDoors;
}
