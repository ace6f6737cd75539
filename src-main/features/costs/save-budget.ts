import { z } from 'zod';
import { readPriceBook } from '#shared/pricing/compare-books.ts';
import { extraction } from '#shared/catalogue/systems/extraction-system.ts';
import type { InputOf, OutputOf } from '#shared/contract/contract.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import { maySeeTenant } from '#shared/permissions.ts';
import { outOfScope } from '../../aws/scope/out-of-scope.ts';
import { pipelineFailure } from '../../pipeline/pipeline-api.ts';
import { findWhyHere, type MonthParts } from './month-costs.ts';
import { toWorkflowKey } from './tenant-spend.ts';

type Saved = OutputOf<'costs.saveBudget'>;

/** Sets a budget by the pipeline API, or on this machine where the deployment keeps none. */
export async function saveBudget(
  input: InputOf<'costs.saveBudget'>,
  parts: MonthParts,
): Promise<Result<Saved>> {
  const { tenantId, projectId, workflowId, month, usd, version, intentKey } = input;
  // Both are read now: the question below is awaited, and another connection may be opened meanwhile.
  const [session, { pipeline, reader }] = [parts.session(), parts.doors()];
  const { who, connection } = session;
  if (who === null) {
    const message = 'You are not identified on this connection. Nothing was saved. Sign in first.';
    return refused({ code: 'sign-in-expired', message });
  }
  if (!maySeeTenant(who, tenantId)) return outOfScope(tenantId, 'Nothing was saved.');
  if (connection.environment === 'production' && input.typedEnvironment?.trim() !== 'production') {
    const message = 'This is production. Type production. Nothing was saved.';
    return refused({ code: 'plan-refused', why: 'typed-wrong', message });
  }
  if ((await findWhyHere(session, { pipeline })) !== null) {
    return saveHere(input, parts.budgets, { connectionId: connection.id, personId: who.id });
  }
  const common = {
    personId: who.id,
    body: { month, usd },
    idempotencyKey: intentKey,
    ifMatch: version,
  };
  const isOfWorkflow = projectId !== null && workflowId !== null;
  const answer = isOfWorkflow
    ? await pipeline.call('putWorkflowBudget', { ...common, params: { tenantId, projectId, workflowId } })
    : await pipeline.call('putTenantBudget', { ...common, params: { tenantId } });
  // Lists that are read later look at the item itself, because a read may be a moment behind.
  if (answer.kind !== 'not-sent') {
    const sort = isOfWorkflow ? `BY#BUDGET#${projectId}#${workflowId}` : 'BY#BUDGET';
    const { table } = extraction.entities.TenantBudget;
    const key = { PK: { S: `TENANT#${tenantId}#SPEND` }, SK: { S: sort } };
    reader.changed(extraction, [{ table, key }]);
  }
  if (answer.kind === 'answered') {
    return ok({ kind: 'saved', keptBy: 'deployment', version: answer.value.budget.version });
  }
  if (answer.kind === 'problem' && answer.problem.code === 'stale-version') {
    const { data } = currentSchema.safeParse(answer.problem.current);
    return ok({ kind: 'overtaken', keptBy: 'deployment', version: data?.version ?? 0 });
  }
  if (answer.kind === 'unclear') {
    const message = `${answer.why.replace(/[.!?]?$/, '.')} Whether it was saved is not known. Save again: it is the same request, so it is saved once at most.`;
    return refused({ code: 'pipeline-unreadable', message, status: answer.status ?? 0 });
  }
  return refused(pipelineFailure(answer, 'Nothing was saved.'));
}

const currentSchema = z.object({ version: z.int() });

function saveHere(
  { tenantId, projectId, workflowId, month, usd, version }: InputOf<'costs.saveBudget'>,
  budgets: MonthParts['budgets'],
  { connectionId, personId }: { readonly connectionId: string; readonly personId: string },
): Result<Saved> {
  const workflow = projectId === null || workflowId === null ? '' : toWorkflowKey(projectId, workflowId);
  let now = 0;
  const saved = budgets.put(connectionId, { tenantId, workflow }, (before) => {
    now = before?.version ?? 0;
    if (now !== version) return undefined;
    const months = Object.entries({ ...before?.months, ...(month !== null && { [month]: usd ?? '' }) });
    return {
      usd: month === null ? usd : (before?.usd ?? null),
      months: Object.fromEntries(months.filter(([, amount]) => amount !== '')),
      version: now + 1,
      setBy: personId,
    };
  });
  return ok({
    kind: saved === undefined ? 'overtaken' : 'saved',
    keptBy: 'this machine',
    version: saved?.version ?? now,
  });
}

/** Audits which budget was set to what, which price book is used, and what Cost Explorer was asked. */
export function costIds(operation: string, input: unknown): Readonly<Record<string, string>> {
  if (operation === 'costs.useBook') return describeBook(input);
  const schema =
    operation === 'costs.saveBudget' ? budgetFacts : operation === 'costs.bill' ? billFacts : null;
  const { data } = schema?.safeParse(input) ?? {};
  if (data === undefined) return {};
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value ?? 'none')]));
}

/** A whole book is too long for the audit. */
function describeBook(input: unknown): Readonly<Record<string, string>> {
  const { data } = z.object({ text: z.string() }).safeParse(input);
  const book = data === undefined ? null : readPriceBook(data.text).book;
  return book === null ? {} : { book: book.id, effectiveFrom: book.effectiveFrom };
}

const budgetFacts = z.object({
  month: z.string().nullable(),
  usd: z.string().nullable(),
  version: z.number(),
  intentKey: z.string(),
});
const billFacts = z.object({ from: z.string(), to: z.string(), questions: z.number() });
