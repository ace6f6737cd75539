import type { WebhookDelivery } from '../../../pipelines/extraction/item-shapes.ts';
import type { PlannedBatch } from '../plan.ts';

/** How it went to tell a customer of a run; undefined: they did not want to be told. */
export interface WebhookFate {
  /** Where the workflow's address pointed at the time. */
  readonly url: string;
  readonly outcome: WebhookDelivery['outcome'];
  readonly status?: number;
}

const day = 86_400_000;

/** Two weeks of it: what is older has long gone from the dead letters. */
export function webhookFateOf(
  { workflow, submittedAt }: Pick<PlannedBatch, 'workflow' | 'submittedAt'>,
  anchor: number,
): WebhookFate | undefined {
  const { webhookUrl: url, workflowId } = workflow;
  if (url === undefined) return undefined;
  const daysAgo = (anchor - submittedAt) / day;
  if (workflowId === 'letters') {
    // It has moved to a host that was never there.
    if (daysAgo < lettersMovedDaysAgo) return { url, outcome: 'no answer' };
    return { url: formerLetters, outcome: 'refused', status: 503 };
  }
  const trouble = troubles.find(
    (one) => one.workflowId === workflowId && daysAgo < one.from && daysAgo > one.until,
  );
  if (!trouble) return { url, outcome: 'delivered', status: 200 };
  return { url, outcome: trouble.status === undefined ? 'no answer' : 'refused', ...statusOf(trouble) };
}

const lettersMovedDaysAgo = 11.2;
const formerLetters = 'https://desk.quill.example/letters';

interface Trouble {
  readonly workflowId: string;
  /** Days before the anchor. */
  readonly from: number;
  readonly until: number;
  readonly status?: number;
}

const troubles: readonly Trouble[] = [
  { workflowId: 'goods-in-notes', from: 12.6, until: 12, status: 500 },
  { workflowId: 'claim-forms', from: 11.8, until: 11.2 },
  // Their token had run out.
  { workflowId: 'carrier-invoices', from: 8.6, until: 7.8, status: 401 },
  // It is restarted several times a day.
  { workflowId: 'milk-delivery-notes', from: 3.8, until: 0, status: 503 },
];

function statusOf({ status }: Trouble): { readonly status?: number } {
  return status === undefined ? {} : { status };
}
