import type { Plan, PlanItem, PlanTarget } from '#shared/contract/jobs/plans.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Session } from '#shared/contract/session.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { poisonReturns, returnsOf, withProvenance } from '#shared/domain/dead-letters/provenance.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import type { HeldMessage, HeldMessages } from '../../dead-letters/held-messages.ts';
import type { SentBefore } from '../../dead-letters/sent-before.ts';
import { noEstimate } from './estimate.ts';
import type { PlanDraft } from './plan-draft.ts';

export type MessagesTarget = Extract<PlanTarget, { kind: 'redrive-messages' | 'discard-messages' }>;

/** What this console has of the messages that a plan names. */
export interface PlannedMessages {
  readonly held: Pick<HeldMessages, 'get'>;
  readonly sentBefore: SentBefore;
}

interface Parts extends PlannedMessages {
  readonly connection: Pick<Session['connection'], 'id' | 'name' | 'editAndRedrive'>;
  readonly book: PriceBook;
}

/** Of messages that are held: nothing is read for it. */
export function planMessages(target: MessagesTarget, parts: Parts): Result<PlanDraft> {
  const { held, connection, book } = parts;
  const ids = [...new Set(target.messageIds)];
  const refusal = target.kind === 'redrive-messages' ? whyNotEdited(target, ids, connection) : undefined;
  if (refusal !== undefined) return refusal;
  const messages = new Map(ids.map((id) => [id, held.get(connection.id, target.queue, id)]));
  const items = ids.map((id) => itemOf(id, messages.get(id), target, parts));
  const isThere = [...messages.values()].filter((one) => one !== undefined);
  return ok({
    tenantId: null,
    items,
    estimate: noEstimate(
      book,
      'SQS charges by the request, a few for each ten messages; what the pipelines make of them is not in it',
    ),
    checks:
      target.kind === 'redrive-messages'
        ? [...redriveChecks(isThere), ...reasonChecks(items), ...editChecks(target, isThere[0])]
        : discardChecks,
    nothingToDo:
      ids.length === 1
        ? 'This message cannot go; beside it stands why.'
        : `None of these ${grouped(ids.length)} messages can go; beside each stands why.`,
  });
}

function itemOf(
  id: string,
  one: HeldMessage | undefined,
  target: MessagesTarget,
  { sentBefore, connection }: Parts,
): PlanItem {
  const item = { id, version: null, usd: null, needsReason: false };
  if (one === undefined) {
    const why = 'Not held by this console any more: sample the queue again.';
    return { ...item, name: null, verdict: 'skip', why };
  }
  const { body, system, attributes } = one.message;
  const { fileName, documentId, batchId } = subjectOfBody(body);
  const known = { ...item, name: fileName ?? documentId ?? batchId };
  const receives = Number(system['ApproximateReceiveCount'] ?? 0);
  const goes = { ...known, verdict: 'go', why: `Received ${timesWords(receives)}` } as const;
  if (target.kind === 'discard-messages') return goes;

  const before = sentBefore.of(connection.id, target.queue, id);
  if (before === 'sent') {
    const why = 'Sent and accepted before, and only not deleted here: discard it.';
    return { ...known, verdict: 'skip', why };
  }
  const locks = [
    ...(before === 'uncertain' ? ['It may have been sent before, or not: see its document first.'] : []),
    ...(returnsOf(attributes) >= poisonReturns
      ? [`It has come back ${timesWords(returnsOf(attributes))}.`]
      : []),
    ...(target.editedBody !== undefined && shapeChanges(body, target.editedBody).length > 0
      ? ['The edited body has another shape than the original.']
      : []),
  ];
  if (locks.length === 0) return goes;
  return {
    ...known,
    verdict: 'blocked',
    why: `${locks.join(' ')} It goes with a reason.`,
    needsReason: true,
  };
}

function redriveChecks(messages: readonly HeldMessage[]): Plan['checks'] {
  const unmarked = messages.filter(
    ({ message }) => withProvenance(message.attributes, message.messageId).isLeftOut,
  );
  const isFifo = messages.some(({ message }) => message.system['MessageGroupId'] !== undefined);
  return [
    good(
      'Each goes to the queue it came from, as a new message with an id of its own and all its attributes',
    ),
    good('It is deleted here only when the other queue has accepted it'),
    ...(isFifo ? [good('Each message group goes in its order, one message after the other')] : []),
    ...(unmarked.length === 0
      ? []
      : [
          warning(
            `${unmarked.length === 1 ? '1 has' : `${grouped(unmarked.length)} have`} ten attributes: no room to say where it comes from, so that its returns are not counted`,
          ),
        ]),
  ];
}

function reasonChecks(items: readonly PlanItem[]): Plan['checks'] {
  const waiting = items.filter(({ needsReason }) => needsReason).length;
  if (waiting === 0) return [];
  return [warning(`${grouped(waiting)} ${waiting === 1 ? 'goes' : 'go'} only with a reason`)];
}

function editChecks(
  { editedBody }: MessagesTarget & { kind: 'redrive-messages' },
  one: HeldMessage | undefined,
): Plan['checks'] {
  if (editedBody === undefined || one === undefined) return [];
  const changes = shapeChanges(one.message.body, editedBody);
  if (changes.length === 0) return [good('The edited body has the shape of the original')];
  return [
    ...changes.slice(0, mostChanges).map(({ path, says }) => warning(`${path || 'The body'}: ${says}`)),
    ...(changes.length > mostChanges ? [warning(`and ${grouped(changes.length - mostChanges)} more`)] : []),
  ];
}

const mostChanges = 5;

const discardChecks: Plan['checks'] = [
  { says: 'Each is written whole to a file on this machine first, then deleted', state: 'good' },
  {
    says: 'Deleted from its queue it is gone for everybody: nothing brings it back but that file',
    state: 'warning',
  },
];

function whyNotEdited(
  { editedBody }: MessagesTarget & { kind: 'redrive-messages' },
  ids: readonly string[],
  { name, editAndRedrive }: Parts['connection'],
): Result<never> | undefined {
  if (editedBody === undefined) return undefined;
  if (!editAndRedrive) {
    return no(
      `Editing dead letters is off on ${name}`,
      'Set "editAndRedrive": true for it in connections.json if it is wanted.',
    );
  }
  return ids.length === 1 ? undefined : no('An edited body is of one message alone', 'Choose one message.');
}

function no(what: string, next: string): Result<never> {
  const message = `${what}. ${next} Nothing was planned.`;
  return refused({ code: 'plan-refused', why: 'nothing-to-do', message });
}

function timesWords(times: number): string {
  return times === 1 ? 'once' : `${grouped(times)} times`;
}

function good(says: string): Plan['checks'][number] {
  return { says, state: 'good' };
}

function warning(says: string): Plan['checks'][number] {
  return { says, state: 'warning' };
}
