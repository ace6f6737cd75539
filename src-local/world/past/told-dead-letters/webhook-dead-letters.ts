import { seededRandomness, type Randomness } from '../../randomness.ts';
import type { RunTraffic } from '../run-traffic.ts';
import type { WeeksFacts } from '../weeks.ts';
import type { DeadLetter } from './dead-letter.ts';
import { webhookFateOf, type WebhookFate } from './webhook-fates.ts';

const day = 86_400_000;
/** Older ones have gone. */
const kept = 14 * day;

/** What customers were to be told and did not take: 212 messages, 40 of which go within nine hours. */
export function webhookDeadLetters(
  { seed, anchor }: Pick<WeeksFacts, 'seed' | 'anchor'>,
  runs: readonly RunTraffic[],
): DeadLetter[] {
  const dice = seededRandomness(`${seed}/webhook dead letters`);
  return [
    ...runs.flatMap((run) => {
      const fate = webhookFateOf(run.batch, anchor);
      const isDead = fate && fate.outcome !== 'delivered' && run.status === 'SUCCEEDED';
      return isDead && run.endedAt > anchor - kept ? [undelivered(run, fate, dice)] : [];
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

function undelivered(run: RunTraffic, fate: WebhookFate, dice: Randomness): DeadLetter {
  const { tenantId } = run.batch.workflow;
  const { batchId } = run.batch;
  const { url, outcome, status } = fate;
  const subject = { tenantId, batchId };
  const failure =
    outcome === 'refused'
      ? { code: 'WebhookRefused', message: `${url} answered ${status}`, ...subject }
      : { code: 'WebhookUnanswered', message: `Nobody answered at ${url}`, ...subject };
  // Now and then whoever received it ended before they could say why.
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
