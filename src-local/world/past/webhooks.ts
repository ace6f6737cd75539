import type { WebhookDelivery } from '#pipelines/extraction/item-shapes.ts';
import { seededRandomness, type Randomness } from '../randomness.ts';
import type { Weeks, WeeksFacts, RunTraffic } from './weeks.ts';
import type { WebhookSent } from './execution-history.ts';
import type { PlannedBatch } from './plan.ts';
import type { DeadLetter } from './document-dead-letters.ts';

/** Lists each run's webhook by batch and run, under the id that its message has elsewhere, too. */
export function listSentWebhooks(facts: WeeksFacts, weeks: Weeks): ReadonlyMap<string, WebhookSent> {
  const ids = new Map(
    deliveredWebhooks(facts, weeks).map((one) => [nameRun(one.batchId, one.run), one.messageId]),
  );
  for (const { messageId, body } of weeks.webhookLetters) {
    const said = findRunIn(body);
    if (said) ids.set(said, messageId);
  }
  return new Map(
    weeks.runs.flatMap(({ batch, run, batchStatus, counts }): [string, WebhookSent][] => {
      const { batchId, workflow } = batch;
      const messageId = ids.get(nameRun(batchId, run));
      const url = findWebhookFate(batch, facts.anchor)?.url;
      if (messageId === undefined || url === undefined) return [];
      const message = { tenantId: workflow.tenantId, batchId, run, status: batchStatus, counts, url };
      return [[nameRun(batchId, run), { messageId, message }]];
    }),
  );
}

export function nameRun(batchId: string, run: number): string {
  return `${batchId}/${run}`;
}

/** Some were sent by hand, and say nothing of a run. */
function findRunIn(body: string): string | undefined {
  const [, batchId, run] = /"batchId":"([^"]+)","run":(\d+)/.exec(body) ?? [];
  return batchId === undefined ? undefined : nameRun(batchId, Number(run));
}

/** The outcome of a run's webhook; undefined: the customer has none. */
interface WebhookFate {
  /** The workflow's address at the time. */
  readonly url: string;
  readonly outcome: WebhookDelivery['outcome'];
  readonly status?: number;
}

const day = 86_400_000;

/** Two weeks of it: what is older has long gone from the dead letters. */
export function findWebhookFate(
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
  return { url, outcome: trouble.status === undefined ? 'no answer' : 'refused', ...pickStatus(trouble) };
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
  // Their token had expired.
  { workflowId: 'carrier-invoices', from: 8.6, until: 7.8, status: 401 },
  // It is restarted several times a day.
  { workflowId: 'milk-delivery-notes', from: 3.8, until: 0, status: 503 },
];

function pickStatus({ status }: Trouble): { readonly status?: number } {
  return status === undefined ? {} : { status };
}

/** Lists the webhooks that were delivered at the first attempt. */
export function deliveredWebhooks(
  { seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>,
  { runs }: Weeks,
): WebhookDelivery[] {
  const dice = seededRandomness(`${seed}/delivered webhooks`);
  return runs.flatMap(({ batch, run, status, endedAt }) => {
    const fate = findWebhookFate(batch, anchor);
    if (status !== 'SUCCEEDED' || fate?.outcome !== 'delivered') return [];
    const messageId = dice.uuid();
    const at = new Date(endedAt + 240).toISOString();
    return [
      {
        deliveryId: messageId,
        messageId,
        tenantId: batch.workflow.tenantId,
        batchId: batch.batchId,
        run,
        ...fate,
        attempts: 1,
        version: 1,
        createdAt: at,
        updatedAt: at,
      },
    ];
  });
}

/** Older ones have gone. */
const kept = 14 * day;

/** Returns 212 messages that customers did not accept, 40 of which expire within nine hours. */
export function webhookDeadLetters(
  { seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>,
  runs: readonly RunTraffic[],
): DeadLetter[] {
  const dice = seededRandomness(`${seed}/webhook dead letters`);
  return [
    ...runs.flatMap((run) => {
      const fate = findWebhookFate(run.batch, anchor);
      const isDead = fate && fate.outcome !== 'delivered' && run.status === 'SUCCEEDED';
      return isDead && run.endedAt > anchor - kept ? [createDeadLetter(run, fate, dice)] : [];
    }),
    ...unusable.map((body, index): DeadLetter => ({
      messageId: dice.uuid(),
      body,
      sentAt: Math.floor(anchor - (7.3 - 0.8 * index) * day),
      failure: {
        code: 'MalformedMessage',
        message: 'The message does not say what to deliver, and where',
      },
    })),
  ];
}

/** Sent by hand. */
const unusable = [
  'ping',
  '{"text":"is this thing on?"}',
  '<webhook/>',
  '{"tenantId":"kestrel","batchId":7}',
  'ping',
  ' ',
];

function createDeadLetter(run: RunTraffic, fate: WebhookFate, dice: Randomness): DeadLetter {
  const { tenantId } = run.batch.workflow;
  const { batchId } = run.batch;
  const { url, outcome, status } = fate;
  const subject = { tenantId, batchId };
  const failure =
    outcome === 'refused'
      ? { code: 'WebhookRefused', message: `${url} answered ${status}`, ...subject }
      : { code: 'WebhookUnanswered', message: `No answer from ${url}`, ...subject };
  // Now and then the consumer ended before it could record a reason.
  const isUnexplained = dice.integer(40) === 0;
  return {
    messageId: dice.uuid(),
    body: JSON.stringify({ ...subject, run: run.run, status: run.batchStatus, counts: run.counts, url }),
    sentAt: run.endedAt,
    failure: isUnexplained ? undefined : failure,
    ...(!isUnexplained && {
      delivery: { ...subject, run: run.run, url, outcome, ...(status !== undefined && { status }) },
    }),
  };
}
