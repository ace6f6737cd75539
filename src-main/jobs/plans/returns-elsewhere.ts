import { poisonReturns, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import { subjectOfBody } from '#shared/domain/dead-letters/message-subject.ts';
import type { ReceivedMessage } from '../../aws/queues.ts';
import type { ConnectionDoors } from '../../aws/doors.ts';
import { movesSince, wasRedriven } from '../../dead-letters/moves-since.ts';
import { passportRow, redrivesIn } from '../../rows/passport-rows.ts';
import type { ReadsSoFar } from '../../reads/paid-reads.ts';

/** Counts how often a message was sent back by other tools than this console, which leave no mark on it. */
export interface ReturnsElsewhere {
  /** Counts moves of the whole queue by SQS. */
  readonly moves: number;
  /** Counts redrives of its document's messages, according to the document's passport. */
  readonly passport: number;
}

export interface AllReturns {
  readonly of: ReadonlyMap<string, ReturnsElsewhere>;
  /** Names what could not be read; those returns are not counted. */
  readonly unread: readonly string[];
}

interface Parts {
  readonly doors: Pick<ConnectionDoors, 'reader' | 'queues'>;
  readonly reads: ReadsSoFar;
}

/** A run leaves two or three lines, so this covers many runs. */
const linesRead = 100;

/** Reads only for messages that may have come back; one that was sent right after its event cannot have. */
export async function returnsElsewhere(
  queue: string,
  messages: readonly ReceivedMessage[],
  { doors, reads }: Parts,
): Promise<AllReturns> {
  const open = messages.filter(
    (one) => countReturns(one.attributes) < poisonReturns && wasRedriven(one) !== false,
  );
  const [moved, told] = await Promise.all([
    readMoves(queue, open, doors),
    readPassports(open, { doors, reads }),
  ]);
  return {
    of: new Map(
      open.map((one) => {
        const document = findDocument(one);
        const passport = document === null ? 0 : (told.redrives.get(formatKey(document)) ?? 0);
        return [one.messageId, { moves: movesSince(one, moved.moves) ?? 0, passport }];
      }),
    ),
    unread: [
      ...(moved.isRead ? [] : ["SQS's own moves of this queue"]),
      ...(told.unread === 0 ? [] : ['the passports of some documents']),
    ],
  };
}

async function readMoves(queue: string, messages: readonly ReceivedMessage[], { queues }: Parts['doors']) {
  if (!messages.some((one) => wasRedriven(one) === true)) return { isRead: true, moves: [] };
  const standing = await queues.standing(queue);
  const isRead = standing.ok && standing.value.movesUnread === undefined;
  return { isRead, moves: standing.ok ? standing.value.moves : [] };
}

async function readPassports(messages: readonly ReceivedMessage[], { doors, reads }: Parts) {
  const documents = new Map(
    messages.flatMap((one) => {
      const document = findDocument(one);
      return document === null ? [] : [[formatKey(document), document] as const];
    }),
  );
  const redrives = new Map<string, number>();
  let unread = 0;
  // The reader itself limits how many it reads at a time.
  await Promise.all(
    [...documents].map(async ([key, document]) => {
      const options = { pageSize: linesRead };
      const read = reads.paid(await doors.reader.run('extraction.documentHistory', document, options));
      if (read.ok) redrives.set(key, redrivesIn(read.value.items.map(passportRow)));
      else unread += 1;
    }),
  );
  return { redrives, unread };
}

interface DocumentIds {
  readonly tenantId: string;
  readonly documentId: string;
}

function findDocument({ body }: ReceivedMessage): DocumentIds | null {
  const { tenantId, documentId } = subjectOfBody(body);
  return isId(tenantId) && isId(documentId) ? { tenantId, documentId } : null;
}

function formatKey({ tenantId, documentId }: DocumentIds): string {
  return JSON.stringify([tenantId, documentId]);
}

/** A body may contain anything, and no key template takes a longer id. */
function isId(value: string | null): value is string {
  return value !== null && /^[^#]{1,256}$/.test(value);
}
