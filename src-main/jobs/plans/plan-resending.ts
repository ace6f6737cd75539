import type { Plan, PlanItem } from '#shared/contract/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { TargetOf } from '#shared/domain/job-kinds/job-kinds.ts';
import { shownName } from '#shared/domain/dead-letters/message-cause.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { messagesCost } from '#shared/pricing/queue-requests.ts';
import type { ConfiguredQueue } from '../../aws/queues.ts';
import type { DiscardedMessage, SavedFacts } from '../../dead-letters/discarded-files.ts';
import { byOrder } from '../../dead-letters/group-order.ts';
import { maySentBefore } from '../../dead-letters/open-ledgers.ts';
import type { DraftParts, PlanDraft } from './plan-draft.ts';
import { returnsLock, whyNotMessages } from './plan-messages.ts';
import { causeChecks } from './redrive-checks.ts';

type Target = TargetOf<'resend-messages'>;

/** Plans to send discarded messages again, by what the files and the ledgers of this machine say about them. */
export async function planResending(target: Target, parts: DraftParts): Promise<Result<PlanDraft>> {
  const { discarded, doors, connection, book, who } = parts;
  const notTheirs = whyNotMessages(who);
  if (notTheirs !== undefined) return notTheirs;
  const configured = await doors.queues.configured([target.queue]);
  if (!configured.ok) return configured;
  if (!configured.value.some(({ name }) => name === target.queue)) {
    const message = `"${target.queue}" is not a dead-letter queue of ${connection.name}. Nothing was planned.`;
    return refused({ code: 'not-found', message, what: target.queue });
  }
  const listed = (await discarded?.list(connection.id))?.messages ?? [];
  const byId = new Map(
    listed.filter(({ queue }) => queue === target.queue).map((one) => [one.messageId, one]),
  );
  const ids = inGroupOrder([...new Set(target.messageIds)], byId);
  const items = ids.map((id) => toItem(id, byId.get(id)));
  const bytesOf = (some: readonly PlanItem[]) => some.map(({ id }) => byId.get(id)?.saved?.bytes ?? 0);
  const going = items.filter(({ verdict }) => verdict === 'go');
  const { requests, usd } = messagesCost({ ...target, bytes: bytesOf(going) }, book);
  const what = requests === 1 ? '1 request to SQS' : `${grouped(requests)} requests to SQS`;
  const saved = ids.flatMap((id) => byId.get(id)?.saved ?? []);
  return ok({
    tenantId: null,
    items: items.map((item) =>
      item.needsReason
        ? { ...item, usd: messagesCost({ ...target, bytes: bytesOf([item]) }, book).usd }
        : item,
    ),
    estimate: {
      usd,
      priceBook: { id: book.id, name: book.name },
      lines: usd === null || requests === 0 ? [] : [{ what, usd }],
      seconds: null,
      basis: 'to send in batches of ten. Processing by the pipelines is not included',
    },
    checks: listChecks(target, { saved, items, configured: configured.value }),
    nothingToDo:
      ids.length === 1
        ? "This message can't be included. See the reason next to it."
        : `None of these ${grouped(ids.length)} messages can be included. See the reason next to each.`,
  });
}

function toItem(id: string, one: DiscardedMessage | undefined): PlanItem {
  const item = { id, name: null, version: null, usd: null, needsReason: false };
  if (one === undefined) return { ...item, verdict: 'skip', why: 'This machine has no file with it.' };
  const { saved, sentAgain, isDeleted, at } = one;
  if (saved === null) {
    return { ...item, verdict: 'skip', why: 'Its file does not have it as it was written. See the files.' };
  }
  const { fileName, documentId, batchId } = saved.subject;
  const name = fileName ?? documentId ?? batchId;
  const known = { ...item, name: name === null ? null : shownName(name) };
  if (sentAgain?.state === 'sent') {
    const when = sentAgain.at === null ? '' : ` at ${formatMinute(sentAgain.at)}`;
    return { ...known, verdict: 'skip', why: `Already sent${when}. It is not sent twice.` };
  }
  const locks = [
    ...(sentAgain?.state === 'uncertain' ? [maySentBefore] : []),
    ...(isDeleted ? [] : ['It may still be in its queue, so it could arrive twice.']),
    ...returnsLock(saved.returns, { moves: 0, passport: 0 }),
  ];
  if (locks.length === 0) return { ...known, verdict: 'go', why: `Discarded at ${formatMinute(at)}` };
  return { ...known, verdict: 'blocked', why: `${locks.join(' ')} Reason required.`, needsReason: true };
}

function formatMinute(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** Keeps the order in which a FIFO group was sent. */
function inGroupOrder(ids: readonly string[], byId: ReadonlyMap<string, DiscardedMessage>): string[] {
  const placeOf = (id: string) => byId.get(id)?.saved?.place ?? null;
  return ids.toSorted((one, other) => {
    const [mine, theirs] = [placeOf(one), placeOf(other)];
    if (mine === null || theirs === null) return Number(mine === null) - Number(theirs === null);
    return byOrder(mine.order, theirs.order);
  });
}

interface Known {
  readonly saved: readonly SavedFacts[];
  readonly items: readonly PlanItem[];
  readonly configured: readonly ConfiguredQueue[];
}

function listChecks(target: Target, { saved, items, configured }: Known): Plan['checks'] {
  const { queue } = target;
  const usual = configured.find(({ name }) => name === queue)?.source ?? '';
  const sources = new Set(configured.map(({ source }) => source));
  const elsewhere = saved.filter(({ source }) => source !== null && !sources.has(source)).length;
  const waiting = items.filter(({ needsReason }) => needsReason).length;
  return [
    good('Each is read from its file on this computer and sent as a new message, with all its attributes'),
    good('The file stays as it is. A message that was sent again is never sent twice by this computer'),
    good(
      `Until the first ones are confirmed, the job searches ${queue} for them. A search raises the receive count of the messages it receives, and gives them back at once`,
    ),
    ...causeChecks(target),
    ...(elsewhere === 0
      ? []
      : [
          warning(
            `${grouped(elsewhere)} came from a queue that is not in this connection. ${elsewhere === 1 ? 'It is' : 'They are'} sent to ${usual} instead`,
          ),
        ]),
    ...(waiting === 0 ? [] : [warning(`${grouped(waiting)} ${waiting === 1 ? 'needs' : 'need'} a reason`)]),
  ];
}

function good(says: string): Plan['checks'][number] {
  return { says, state: 'good' };
}

function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}
