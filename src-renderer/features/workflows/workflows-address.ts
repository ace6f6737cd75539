/** Everything of Workflows that can be shared as a link, including the draft; it is read leniently. */
export interface WorkflowsAddress {
  readonly tenant: string | null;
  readonly project: string | null;
  readonly workflow: string | null;
  /** The position of the handles; null if they are at the saved values. */
  readonly confidence: number | null;
  readonly review: number | null;
}

export type GoWorkflows = (change: Partial<WorkflowsAddress>, how?: 'push' | 'replace') => void;

export function readWorkflows(search: Readonly<Record<string, unknown>>): WorkflowsAddress {
  const tenant = parseId(search['tenant']);
  const project = tenant === null ? null : parseId(search['project']);
  const workflow = project === null ? null : parseId(search['workflow']);
  const isOpen = workflow !== null;
  return {
    tenant,
    project,
    workflow,
    confidence: isOpen ? parseShare(search['confidence']) : null,
    review: isOpen ? parseShare(search['review']) : null,
  };
}

export function writeWorkflows({
  tenant,
  project,
  workflow,
  confidence,
  review,
}: WorkflowsAddress): Readonly<Record<string, string>> {
  if (tenant === null) return {};
  if (project === null || workflow === null) return { tenant };
  return {
    tenant,
    project,
    workflow,
    ...(confidence === null ? {} : { confidence: String(confidence) }),
    ...(review === null ? {} : { review: String(review) }),
  };
}

function parseId(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= 256 ? value : null;
}

function parseShare(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(?:0(?:\.\d{1,4})?|1(?:\.0{1,4})?)$/.test(value)) return null;
  return Number(value);
}
