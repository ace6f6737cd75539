import { objectiveSchema } from '#shared/domain/objective.ts';
import { ruleNames, ruleWeights } from '#shared/domain/review/rule-names.ts';
import { priorities } from '#shared/domain/review/review-order.ts';
import type { Project, UserOfTenant, Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowEvent } from '#shared/contract/workflows.ts';
import type { StoredItem } from '../aws/dynamodb/reading.ts';
import { readRow, type AttributeReading, type RowReading } from './read-row.ts';
import { shownText } from './shown-text.ts';

/** Reads a tenant's own item, or its line in the directory. */
export function tenantFacts(
  item: StoredItem,
  entity: 'Tenant' | 'TenantInDirectory',
): { readonly tenantId: string; readonly name: string | null; readonly plan: string | null } {
  const { read, id } = readRow(item, entity);
  return {
    tenantId: id('tenantId'),
    name: read.text('name', 'optional'),
    plan: read.text('plan', 'optional'),
  };
}

export function projectRow(item: StoredItem): Project {
  const { read, id, asRead } = readRow(item, 'Project');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    name: read.text('name', 'optional'),
    batchCount: read.size('batchCount', 'optional'),
    ...asRead(),
  };
}

export function userRow(item: StoredItem): UserOfTenant {
  const { read, id, asRead } = readRow(item, 'UserInTenant');
  return {
    tenantId: id('tenantId'),
    userId: shownText(id('userId')),
    name: read.text('name', 'optional'),
    role: read.text('role', 'optional'),
    ...asRead(),
  };
}

export function workflowRow(item: StoredItem): Workflow {
  const { read, id, asRead } = readRow(item, 'Workflow');
  return {
    tenantId: id('tenantId'),
    projectId: id('projectId'),
    workflowId: id('workflowId'),
    name: read.text('name'),
    confidenceThreshold: read.number('confidenceThreshold'),
    reviewThreshold: read.number('reviewThreshold'),
    fields: [...(read.map('schema')?.names() ?? [])],
    ...reviewSettings(read),
    objective: readObjective(read),
    ...asRead(),
  };
}

/** An objective that this console cannot count is noted and left out. */
function readObjective(read: AttributeReading): Workflow['objective'] {
  const objective = read.map('objective', 'optional');
  if (objective === null) return null;
  const { data } = objectiveSchema.safeParse({
    percent: objective.number('percent'),
    minutes: objective.number('minutes'),
  });
  if (data === undefined) read.note('objective', 'is no objective that this console can count');
  return data ?? null;
}

/** Reads what a workflow says of review. A rule or a weight that this console does not know is noted and left out. */
export function reviewSettings(
  read: AttributeReading,
): Pick<Workflow, 'rules' | 'dueHours' | 'priority' | 'customer'> {
  const rules = read.map('rules', 'optional');
  const weights = (rules?.names() ?? []).flatMap((name) => {
    const rule = ruleNames.find((one) => one === name);
    if (rule === undefined) rules?.note(name, 'is no rule that this console knows');
    const weight = rule && rules?.oneOf(rule, ruleWeights);
    return rule && weight ? [[rule, weight] as const] : [];
  });
  const customer = read.map('customer', 'optional');
  return {
    rules: Object.fromEntries(weights),
    dueHours: read.size('dueHours', 'optional'),
    priority: read.oneOf('priority', priorities, 'optional'),
    customer: customer && {
      names: [...customer.texts('names')],
      vatNumbers: [...customer.texts('vatNumbers')],
    },
  };
}

/** Returns the owner of an e-mail address; the address itself stays in the main process. */
export function userFacts(item: StoredItem): {
  readonly userId: string;
  readonly name: string | null;
  readonly tenantIds: string[];
} {
  const { read, id } = readRow(item, 'User');
  const tenantIds = read.texts('tenantIds').filter((tenantId) => tenantId !== '' && tenantId.length <= 256);
  return { userId: shownText(id('userId')), name: read.text('name', 'optional'), tenantIds };
}

/**
 * Makes a line of a workflow's history. Before and after are present only for thresholds, because only those can be
 * restored.
 */
export function workflowEventRow(item: StoredItem): WorkflowEvent {
  const { read, id, problems } = readRow(item, 'WorkflowEvent');
  const what = read.text('what', 'optional');
  const isOfThresholds = what === 'thresholds changed';
  return {
    eventId: id('eventId'),
    at: read.time('createdAt'),
    what,
    actor: read.text('actor', 'optional'),
    reason: read.text('reason', 'optional'),
    requestId: read.text('requestId', 'optional'),
    before: isOfThresholds ? thresholdsIn(read, 'before') : null,
    after: isOfThresholds ? thresholdsIn(read, 'after') : null,
    settings: what === 'review changed' || what === 'objective changed' ? settingsIn(read) : [],
    problems,
  };
}

function settingsIn(read: RowReading['read']): WorkflowEvent['settings'] {
  const [before, after] = [read.map('before', 'optional'), read.map('after', 'optional')];
  const names = new Set([...(before?.names() ?? []), ...(after?.names() ?? [])]);
  return [...names]
    .map((name) => ({
      name: shownText(name.slice(0, 80)),
      before: valueIn(before, name),
      after: valueIn(after, name),
    }))
    .filter((one) => one.before !== one.after);
}

function valueIn(map: AttributeReading | null, name: string): string | null {
  const value = map?.anything(name) ?? null;
  if (value === null) return null;
  return 'S' in value ? shownText(value.S.slice(0, 500)) : 'N' in value ? value.N : null;
}

function thresholdsIn(read: RowReading['read'], side: 'before' | 'after'): WorkflowEvent['before'] {
  const map = read.map(side);
  return (
    map && {
      confidenceThreshold: map.number('confidenceThreshold'),
      reviewThreshold: map.number('reviewThreshold'),
    }
  );
}

export function noWorkflow(workflowId: string): { readonly what: string; readonly message: string } {
  const message = `There is no workflow "${workflowId}" in this project. Check the id, or open the connection that it is of.`;
  return { what: `workflow ${workflowId}`, message };
}
