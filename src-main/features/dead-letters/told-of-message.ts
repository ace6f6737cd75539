import type { Batch, Delivery } from '#shared/contract/triage/batches.ts';
import type { MessageLinks } from '#shared/contract/dead-letters/messages.ts';
import { runNumber } from '#shared/contract/triage/words.ts';
import type { Result } from '#shared/contract/result.ts';
import type { MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import { pickBatch, readBatchesById } from '../../aws/batches-by-id.ts';
import type { CatalogueReader } from '../../aws/reading.ts';
import { batchRow, deliveryRow } from '../../rows/batch-rows.ts';
import { documentRow } from '../../rows/document-rows.ts';
import { passportRow, redrivesIn } from '../../rows/passport-rows.ts';
import { line, linesOfPassport, type Line } from './message-lineage.ts';

/** What the pipeline has written down of what a message is about. */
interface Told {
  readonly fileName: string | null;
  /** By SQS's own moves, as its document's passport counts them. */
  readonly redrives: number;
  readonly lines: readonly Line[];
  readonly links: MessageLinks;
}

type Paid = <T>(result: Result<T>) => Result<T>;

interface Named {
  readonly tenantId: string;
  readonly batchId: string;
}

export async function toldOf(
  reader: CatalogueReader,
  { messageId, subject }: { readonly messageId: string; readonly subject: MessageSubject },
  paid: Paid,
): Promise<Told> {
  const { tenantId, batchId, documentId } = subject;
  if (tenantId === null || batchId === null) return nothing;
  const names = { tenantId, batchId };
  return documentId === null
    ? toldOfDelivery(reader, { ...names, messageId }, paid)
    : toldOfDocument(reader, { ...names, documentId }, paid);
}

const nothing: Told = {
  fileName: null,
  redrives: 0,
  lines: [],
  links: { document: null, execution: null },
};

/** A passport of more lines is read where the document is. */
const mostLines = 50;

async function toldOfDocument(
  reader: CatalogueReader,
  names: Named & { readonly documentId: string },
  paid: Paid,
): Promise<Told> {
  const { tenantId, documentId } = names;
  const [document, passport, batch] = await Promise.all([
    reader.run('extraction.documentById', names),
    reader.run('extraction.documentHistory', { tenantId, documentId }, { pageSize: mostLines }),
    batchOf(reader, names, paid),
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
        : [line(row.statusSince, `Document is ${row.status ?? 'in no known status'} since then`)]),
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

async function toldOfDelivery(
  reader: CatalogueReader,
  { messageId, ...names }: Named & { readonly messageId: string },
  paid: Paid,
): Promise<Told> {
  const [read, batch] = await Promise.all([
    reader.run('extraction.deliveriesOfBatch', names),
    batchOf(reader, names, paid),
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

/** By its id, since no message says of which project it is. Null where it is not there, or not to be had. */
async function batchOf(
  reader: CatalogueReader,
  { tenantId, batchId }: Named,
  paid: Paid,
): Promise<Batch | null> {
  const read = paid(await readBatchesById(reader, batchId));
  // What a message says of tenants may be wrong.
  const picked = read.ok ? pickBatch(read.value, tenantId) : null;
  return picked?.is === 'one' ? batchRow(picked.item) : null;
}

/** A document that waits names the run that it will be in: its batch knows which have begun. */
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
    `Delivery${of} ${outcome ?? 'of unknown outcome'}${answer}, attempt ${attempts ?? '?'}`,
  );
}

function unread(why: string): Line {
  return line(null, `More may be written down, and could not be read: ${why}`);
}
