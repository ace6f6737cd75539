import { deliveredWebhooks } from '../told-dead-letters/delivered-webhooks.ts';
import { webhookFateOf } from '../told-dead-letters/webhook-fates.ts';
import type { Weeks, WeeksFacts } from '../weeks.ts';
import type { WebhookSent } from './told-run.ts';

/** What was said to customers of each run, under the id that its message has elsewhere, too. By batch and run. */
export function sentWebhooks(facts: WeeksFacts, weeks: Weeks): ReadonlyMap<string, WebhookSent> {
  const ids = new Map(
    deliveredWebhooks(facts, weeks).map((one) => [placeOf(one.batchId, one.run), one.messageId]),
  );
  for (const { messageId, body } of weeks.webhookLetters) {
    const said = subjectIn(body);
    if (said) ids.set(said, messageId);
  }
  return new Map(
    weeks.runs.flatMap(({ batch, run, batchStatus, counts }): [string, WebhookSent][] => {
      const { batchId, workflow } = batch;
      const messageId = ids.get(placeOf(batchId, run));
      const url = webhookFateOf(batch, facts.anchor)?.url;
      if (messageId === undefined || url === undefined) return [];
      const message = { tenantId: workflow.tenantId, batchId, run, status: batchStatus, counts, url };
      return [[placeOf(batchId, run), { messageId, message }]];
    }),
  );
}

export function placeOf(batchId: string, run: number): string {
  return `${batchId}/${run}`;
}

/** Some were sent by hand, and say nothing of a run. */
function subjectIn(body: string): string | undefined {
  const [, batchId, run] = /"batchId":"([^"]+)","run":(\d+)/.exec(body) ?? [];
  return batchId === undefined ? undefined : placeOf(batchId, Number(run));
}
