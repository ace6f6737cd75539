import type { MessageDetail, MessageLinks, MessageRow } from '#shared/contract/dead-letters.ts';
import { ok, type Result } from '#shared/contract/result.ts';
import { runNumber, type Batch, type Delivery } from '#shared/contract/pipeline-items.ts';
import type { PassportEvent } from '#shared/contract/triage.ts';
import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import { readFirstReceipt, poisonReturns, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import { shownCause, shownName } from '#shared/domain/dead-letters/message-cause.ts';
import { failureFingerprint } from '#shared/domain/failure-groups.ts';
import { counted } from '#shared/domain/formatting.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { CatalogueReader } from '../../aws/dynamodb/reading.ts';
import type { Handlers } from '../../gate/gate.ts';
import { readsSoFar } from '../../reads/paid-reads.ts';
import { batchRow, deliveryRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { passportRow, redriven, redrivesIn } from '../../rows/passport-rows.ts';
import { queueHere, type DeadLetterParts } from './dead-letter-parts.ts';
import { discardedAdvice, findMessage, notFound } from './list-discarded.ts';
import type { MessageFacts } from './message-facts.ts';
import { formatTime, messageRow, returnsSaid, sentTime, readSource } from './message-rows.ts';
import { shownAttributes, shownBody, shownSystem } from './shown-message.ts';

/** Opens one masked body at a time, with everything recorded about its subject. */
export function openMessage(parts: DeadLetterParts): Handlers['dead-letters.message'] {
  return async (input): Promise<Result<MessageDetail>> => {
    const { queue, messageId } = input;
    const { facts, shelf, sentBefore } = parts;
    const here = await queueHere(parts, queue);
    if (!here.ok) return here;
    const { connectionId, reader } = here.value;
    const found = await findMessage(parts, { connectionId, queue }, input);
    if (found === undefined) return notFound(input, 'Nothing was opened.');
    const { message, saved } = found;
    const reads = readsSoFar();
    await facts.explain(reader, [message], reads.paid);
    const known = facts.of(message);
    const told = await readRecords(reader, { messageId, subject: known.subject }, reads.paid);
    const state = shelf.find(connectionId, queue);
    const returns = returnsSaid(message, state);
    const fileName = known.subject.fileName ?? (told.fileName === null ? null : shownName(told.fileName));
    const row = messageRow(message, {
      facts: { ...known, subject: { ...known.subject, fileName } },
      retentionSeconds: state?.retentionSeconds ?? null,
      isFifo: queue.endsWith('.fifo'),
      sentBefore: sentBefore.of(connectionId, queue, messageId),
      returns: Math.max(returns, told.redrives),
      redrives: parts.returns.findIn(connectionId, queue)(message),
    });
    return ok(
      {
        row,
        body: shownBody(message.body),
        attributes: shownAttributes(message),
        system: shownSystem(message),
        cause: known.cause && { ...known.cause },
        links: told.links,
        lineage: newestFirst([...linesOfMessage(message, known), ...told.lines]),
        advice:
          saved === null
            ? messageAdvice({ returns, redrives: told.redrives, sentBefore: row.sentBefore })
            : discardedAdvice(saved),
      },
      reads.receipt(),
    );
  };
}

interface Known extends Pick<MessageRow, 'sentBefore'> {
  /** Counts how often it came back, according to the message itself. */
  readonly returns: number;
  /** Counts how often its document came again by a redrive, according to its passport. */
  readonly redrives: number;
}

/** Warns a person before they send it back; null where there is nothing to warn of. */
export function messageAdvice({ returns, redrives, sentBefore }: Known): string | null {
  if (sentBefore === 'uncertain') {
    return 'A redrive from this console may have sent it. Check its document before you send it again.';
  }
  if (sentBefore === 'sent') {
    return 'A redrive from this console already sent it, but it is still here. It is not sent again; discard it to remove it.';
  }
  if (returns >= poisonReturns) {
    return `It has come back ${formatTimes(returns)}. Redriving it requires a reason.`;
  }
  if (redrives >= poisonReturns) {
    return `A message of its document was redriven ${formatTimes(redrives)} already, and it is back. Another redrive will probably fail too.`;
  }
  if (returns === poisonReturns - 1) {
    return `It has come back ${formatTimes(returns)}. A third return will require a reason.`;
  }
  return null;
}

/** Contains what the pipeline recorded about a message's subject. */
interface Told {
  readonly fileName: string | null;
  /** Counts SQS's own moves, according to the document's passport. */
  readonly redrives: number;
  readonly lines: readonly Line[];
  readonly links: MessageLinks;
}

type Paid = <T>(result: Result<T>) => Result<T>;

interface Named {
  readonly tenantId: string;
  readonly batchId: string;
}

async function readRecords(
  reader: CatalogueReader,
  { messageId, subject }: { readonly messageId: string; readonly subject: MessageSubject },
  paid: Paid,
): Promise<Told> {
  const { tenantId, batchId, documentId } = subject;
  if (tenantId === null || batchId === null) return nothing;
  const names = { tenantId, batchId };
  return documentId === null
    ? readDeliveryRecords(reader, { ...names, messageId }, paid)
    : readDocumentRecords(reader, { ...names, documentId }, paid);
}

const nothing: Told = {
  fileName: null,
  redrives: 0,
  lines: [],
  links: { document: null, execution: null },
};

/** A longer passport is read on the document's own page. */
const mostLines = 50;

async function readDocumentRecords(
  reader: CatalogueReader,
  names: Named & { readonly documentId: string },
  paid: Paid,
): Promise<Told> {
  const { tenantId, documentId } = names;
  const [document, passport, batch] = await Promise.all([
    reader.run('extraction.documentById', names),
    reader.run('extraction.documentHistory', { tenantId, documentId }, { pageSize: mostLines }),
    readBatch(reader, names, paid),
  ]);
  paid(document);
  paid(passport);
  const [item] = document.ok ? document.value.items : [];
  const row = item === undefined ? null : documentRow(item);
  const events = passport.ok ? passport.value.items.map(passportRow) : [];
  return {
    fileName: row?.fileName ?? null,
    redrives: redrivesIn(events),
    lines: [
      ...(row === null
        ? []
        : [line(row.statusSince, `Document became ${row.status ?? 'an unknown status'}`)]),
      ...(document.ok && row === null ? [line(null, `The batch has no document ${documentId}`)] : []),
      ...linesOfPassport(events),
      ...[document, passport].flatMap((read) => (read.ok ? [] : [unread(read.failure.message)])),
    ],
    links: {
      document: !document.ok
        ? { is: 'unread', why: document.failure.message }
        : row === null
          ? { is: 'missing' }
          : { is: 'there', status: row.status, version: row.version },
      execution: execution(row?.run ?? null, 'document', batch),
    },
  };
}

async function readDeliveryRecords(
  reader: CatalogueReader,
  { messageId, ...names }: Named & { readonly messageId: string },
  paid: Paid,
): Promise<Told> {
  const [read, batch] = await Promise.all([
    reader.run('extraction.deliveriesOfBatch', names),
    readBatch(reader, names, paid),
  ]);
  paid(read);
  const all = read.ok ? read.value.items.map(deliveryRow) : [];
  const mine = all.filter((delivery) => delivery.messageId === messageId);
  const run = mine.find((delivery) => delivery.run !== null)?.run ?? null;
  return {
    ...nothing,
    lines: read.ok ? mine.map(deliveryLine) : [unread(read.failure.message)],
    links: {
      document: null,
      execution: execution(run, 'delivery', batch) ?? execution(batch?.run ?? null, 'batch', batch),
    },
  };
}

/**
 * Looks the batch up by its id, because no message names its project. Null where it does not exist or cannot be read.
 */
async function readBatch(
  reader: CatalogueReader,
  { tenantId, batchId }: Named,
  paid: Paid,
): Promise<Batch | null> {
  const read = paid(await readBatchesById(reader, batchId));
  // A message may name the wrong tenant.
  const picked = read.ok ? pickBatch(read.value, tenantId) : null;
  return picked?.is === 'one' ? batchRow(picked.item) : null;
}

/** A waiting document names the run that it will be in, so the batch decides which runs have begun. */
function execution(
  run: number | null,
  by: 'document' | 'delivery' | 'batch',
  batch: Batch | null,
): MessageLinks['execution'] {
  if (batch === null || run === null || !runNumber.safeParse(run).success) return null;
  const outcome = batch.runs[String(run)] ?? null;
  return outcome !== null || run <= (batch.run ?? 0) ? { run, outcome, by } : null;
}

function deliveryLine({ updatedAt, run, outcome, status, attempts }: Delivery): Line {
  const of = run === null ? '' : ` of run ${run}`;
  const answer = status === null ? '' : ` with ${status}`;
  return line(
    updatedAt,
    `Delivery${of} ${outcome ?? 'outcome unknown'}${answer}, attempt ${attempts ?? '?'}`,
  );
}

function unread(why: string): Line {
  return line(null, `Couldn't load the rest: ${why}`);
}

type Line = MessageDetail['lineage'][number];

/** Sorts newest first; a line without a time keeps its place after all that have one. */
export function newestFirst(lines: readonly Line[]): Line[] {
  return lines.toSorted((one, other) => {
    const [mine, theirs] = [one.at ?? '', other.at ?? ''];
    return mine < theirs ? 1 : mine > theirs ? -1 : 0;
  });
}

/** Uses the message itself and what the pipeline recorded under its id. */
export function linesOfMessage(message: ReceivedMessage, { cause, print }: MessageFacts): Line[] {
  const { attributes, system } = message;
  const source = readSource(message);
  const first = readFirstReceipt(attributes);
  const times = countReturns(attributes);
  const firstReceived = Number(system['ApproximateFirstReceiveTimestamp'] ?? NaN);
  return [
    line(formatTime(sentTime(message)), source === null ? 'Sent' : `Sent to ${source}`),
    ...(Number.isNaN(firstReceived) ? [] : [line(formatTime(firstReceived), 'First received')]),
    ...(cause === null
      ? []
      : [line(cause.at, `Failed${describeAttempts(cause.attempts)}: ${describeCause(cause)}`, print.id)]),
    ...(first === null
      ? []
      : [line(null, `Redriven here ${formatTimes(Math.max(1, times))}. First dead letter: ${first}`)]),
  ];
}

/** Formats a document's passport as lines. */
export function linesOfPassport(events: readonly PassportEvent[]): Line[] {
  return events.map((event) => {
    const { at, what, actor, run, reason } = event;
    const parts = [
      run === null ? '' : `run ${run}`,
      actor === null || unnamed.has(what ?? '') ? '' : `by ${actor}`,
    ].filter((part) => part !== '');
    const said = [what === redriven ? 'Message redriven' : `Document ${what ?? 'changed'}`, ...parts].join(
      ', ',
    );
    return line(at, reason === null ? said : `${said}: ${reason}`, failureFingerprint(event, null) ?? null);
  });
}

/** These are the pipeline's own steps, where naming the part that did them adds nothing. */
const unnamed: ReadonlySet<string> = new Set(['ingested', 'processed', 'failed', redriven]);

/** Text recorded by others, or given by the message itself, may contain anything. */
function line(at: string | null, what: string, fingerprint: string | null = null): Line {
  return { at, what: shownCause(what), fingerprint };
}

function describeCause({ code, message }: { code: string | null; message: string | null }): string {
  const words = [code, message].filter((part) => part !== null);
  return words.length === 0 ? 'reason not recorded' : words.join(': ');
}

function describeAttempts(attempts: number | null): string {
  return attempts === null ? '' : ` after ${counted(attempts, 'attempt')}`;
}

function formatTimes(times: number): string {
  return times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`;
}
