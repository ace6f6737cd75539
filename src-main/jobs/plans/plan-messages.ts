import type { Estimate, Plan, PlanItem } from '#shared/contract/plans.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { ok, refused, type Result } from '#shared/contract/result.ts';
import type { Persona, Session } from '#shared/contract/session.ts';
import { mayChangeMessages, maySeeAll } from '#shared/permissions.ts';
import { shapeChanges } from '#shared/domain/dead-letters/body-shape.ts';
import { bytesOfMessage, poisonReturns, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import { shownName } from '#shared/domain/dead-letters/message-cause.ts';
import { grouped } from '#shared/domain/formatting.ts';
import type { PriceBook } from '#shared/pricing/price-book.ts';
import { messagesCost } from '#shared/pricing/queue-requests.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { DiscardedMessages } from '../../dead-letters/discarded-files.ts';
import { maySentBefore, type SentBefore } from '../../dead-letters/open-ledgers.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';
import type { PlanDraft } from './plan-draft.ts';
import { inGroupOrder, redriveChecks, type RedriveTarget } from './redrive-checks.ts';
import { returnsElsewhere, type AllReturns, type ReturnsElsewhere } from './returns-elsewhere.ts';

/** Gives access to what this console holds of the messages in a plan. */
export interface PlannedMessages {
  readonly held: Pick<HeldMessages, 'get' | 'of'>;
  readonly sentBefore: SentBefore;
  /** Reads discarded messages; absent where a test plans none. */
  readonly discarded?: Pick<DiscardedMessages, 'list'> | undefined;
}

interface Parts extends PlannedMessages {
  readonly who: Persona;
  readonly connection: Pick<Session['connection'], 'id' | 'name' | 'editAndRedrive'>;
  readonly book: PriceBook;
  readonly doors: Pick<ConnectionDoors, 'reader' | 'queues'>;
  readonly reads: ReadsSoFar;
}

/** Plans messages that are held; the only reads are for returns through other tools than this console. */
export async function planMessages(target: MessagesTarget, parts: Parts): Promise<Result<PlanDraft>> {
  const { held, connection, book, who } = parts;
  const ids = [...new Set(target.messageIds)];
  const notTheirs = whyNotMessages(who);
  if (notTheirs !== undefined) return notTheirs;
  const refusal = target.kind === 'redrive-messages' ? whyNotEdited(target, ids, connection) : undefined;
  if (refusal !== undefined) return refusal;
  const messages = ids.flatMap((id) => held.get(connection.id, target.queue, id)?.message ?? []);
  const byId = new Map(messages.map((message) => [message.messageId, message]));
  const returns =
    target.kind === 'redrive-messages' ? await returnsElsewhere(target.queue, messages, parts) : noReturns;
  const planned = ids.map((id) => {
    const message = byId.get(id) ?? null;
    return { item: messageItem(id, message, target, { ...parts, returns }), message };
  });
  const isFifo = target.queue.endsWith('.fifo');
  const ordered =
    isFifo && target.kind === 'redrive-messages' ? inGroupOrder(planned) : planned.map(({ item }) => item);
  const items = withPrices({ target, items: ordered, messages: byId, book });
  return ok({
    tenantId: null,
    items,
    estimate: estimateOfMessages({ target, items, messages: byId, book }),
    checks:
      target.kind === 'redrive-messages'
        ? await redriveChecks(target, messages, { ...parts, items, unread: returns.unread })
        : discardChecks,
    nothingToDo:
      ids.length === 1
        ? "This message can't be included. See the reason next to it."
        : `None of these ${grouped(ids.length)} messages can be included. See the reason next to each.`,
  });
}

/** Refuses a person who does not see all tenants, because messages in a queue may belong to any tenant. */
export function whyNotMessages(who: Persona): Result<never> | undefined {
  if (!mayChangeMessages(who)) {
    const message = 'Redriving and discarding messages requires the admin role. Nothing was planned.';
    return refused({ code: 'role-required', message, role: who.role, allowed: ['admin'] });
  }
  if (maySeeAll(who)) return undefined;
  const message = 'A queue holds messages of all tenants, and you can see only some. Nothing was planned.';
  return refused({ code: 'tenant-out-of-scope', message, tenantId: '*' });
}

const noReturns: AllReturns = { of: new Map(), unread: [] };

const discardChecks: Plan['checks'] = [
  { says: 'Each is first saved in full to a file on this computer, then deleted', state: 'good' },
  {
    says: 'Deleting removes it for everyone. Only that file has a copy',
    state: 'warning',
  },
];

function whyNotEdited(
  { editedBody }: RedriveTarget,
  ids: readonly string[],
  { name, editAndRedrive }: Parts['connection'],
): Result<never> | undefined {
  if (editedBody === undefined) return undefined;
  if (!editAndRedrive) {
    return no(
      `Editing dead letters is off on ${name}`,
      'To turn it on, set "editAndRedrive": true for it in connections.json.',
    );
  }
  return ids.length === 1 ? undefined : no('Only one message can be edited at a time', 'Select one message.');
}

function no(what: string, next: string): Result<never> {
  const message = `${what}. ${next} Nothing was planned.`;
  return refused({ code: 'plan-refused', why: 'nothing-to-do', message });
}

type MessagesTarget = Extract<PlanTarget, { kind: 'redrive-messages' | 'discard-messages' }>;

interface Known {
  readonly sentBefore: SentBefore;
  readonly connection: { readonly id: string };
  readonly returns: AllReturns;
}

/** Builds one item of a plan from what is known without reading anything. */
export function messageItem(
  id: string,
  message: ReceivedMessage | null,
  target: MessagesTarget,
  { sentBefore, connection, returns }: Known,
): PlanItem {
  const item = { id, version: null, usd: null, needsReason: false };
  if (message === null) {
    const why = 'No longer held by this console. Sample the queue again.';
    return { ...item, name: null, verdict: 'skip', why };
  }
  const { body, system } = message;
  const { fileName, documentId, batchId } = subjectOfBody(body);
  const name = fileName ?? documentId ?? batchId;
  // The name is stored with the plan and appears in every receipt.
  const known = { ...item, name: name === null ? null : shownName(name) };
  const receives = Number(system['ApproximateReceiveCount'] ?? 0);
  const goes = { ...known, verdict: 'go', why: `Received ${formatTimes(receives)}` } as const;
  if (target.kind === 'discard-messages') return goes;

  const before = sentBefore.of(connection.id, target.queue, id);
  if (before === 'sent') {
    const why = 'Already sent and accepted, but not deleted here. Discard it.';
    return { ...known, verdict: 'skip', why };
  }
  const { editedBody } = target;
  const locks = messageLocks(message, { before, editedBody, elsewhere: returns.of.get(id) });
  if (locks.length === 0) return goes;
  return {
    ...known,
    verdict: 'blocked',
    why: `${locks.join(' ')} Reason required.`,
    needsReason: true,
  };
}

interface KnownOfMessage {
  readonly before: ReturnType<SentBefore['of']>;
  readonly editedBody: string | undefined;
  /** Counts returns through other tools than this console. */
  readonly elsewhere: ReturnsElsewhere | undefined;
}

/** Lists the reasons why it needs a reason to be sent; none where it may be sent freely. */
function messageLocks(
  { body, attributes }: ReceivedMessage,
  { before, editedBody, elsewhere }: KnownOfMessage,
): readonly string[] {
  return [
    ...(before === 'uncertain' ? [maySentBefore] : []),
    ...returnsLock(countReturns(attributes), elsewhere ?? { moves: 0, passport: 0 }),
    ...(editedBody !== undefined && shapeChanges(body, editedBody).length > 0
      ? ['The edited body has a different structure than the original.']
      : []),
  ];
}

export function returnsLock(own: number, { moves, passport }: ReturnsElsewhere): readonly string[] {
  if (own >= poisonReturns) return [`It has come back ${formatTimes(own)}.`];
  if (own + moves >= poisonReturns) {
    const here = own === 0 ? '' : ` and it was redriven here ${formatTimes(own)}`;
    return [
      `It has come back: SQS moved this queue back ${formatTimes(moves)} since the event it reports${here}.`,
    ];
  }
  if (passport < poisonReturns) return [];
  return [`A message of its document was redriven ${formatTimes(passport)} already.`];
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : `${grouped(times)} times`;
}

interface Planned {
  readonly target: MessagesTarget;
  readonly items: readonly PlanItem[];
  readonly messages: ReadonlyMap<string, ReceivedMessage>;
  readonly book: PriceBook;
}

/**
 * Estimates what SQS charges for the messages that are sent. The cost of processing them is the pipeline's and cannot
 * be known in advance.
 */
function estimateOfMessages({ target, items, messages, book }: Planned): Estimate {
  const going = items.filter(({ verdict }) => verdict === 'go');
  const bytes = going.map(({ id }) => countBytes(messages.get(id), target));
  const { requests, usd } = messagesCost({ ...target, bytes }, book);
  const isRedrive = target.kind === 'redrive-messages';
  const what = requests === 1 ? '1 request to SQS' : `${grouped(requests)} requests to SQS`;
  return {
    usd,
    priceBook: { id: book.id, name: book.name },
    lines: usd === null || requests === 0 ? [] : [{ what, usd }],
    seconds: null,
    basis: isRedrive
      ? 'to hold, send and delete in batches of ten. Receiving them again costs more. Processing by the pipelines is not included'
      : 'to hold and delete in batches of ten. Receiving them again costs more',
  };
}

/**
 * Adds what a locked message would cost alone, which is the most it can add when a reason lets it be sent with others.
 */
function withPrices({ target, items, messages, book }: Planned): PlanItem[] {
  return items.map((item) => {
    if (!item.needsReason) return item;
    const bytes = [countBytes(messages.get(item.id), target)];
    return { ...item, usd: messagesCost({ ...target, bytes }, book).usd };
  });
}

function countBytes(message: ReceivedMessage | undefined, target: MessagesTarget): number {
  if (message === undefined) return 0;
  const edited = target.kind === 'redrive-messages' ? target.editedBody : undefined;
  return bytesOfMessage({ ...message, body: edited ?? message.body });
}
