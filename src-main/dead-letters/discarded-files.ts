import { existsSync, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { messageFingerprint } from '#shared/domain/dead-letters/message-cause.ts';
import { subjectOfBody, type MessageSubject } from '#shared/domain/dead-letters/message-subject.ts';
import { bytesOfMessage, countReturns } from '#shared/domain/dead-letters/queue-messages.ts';
import { readSealed } from '../audit/line-file.ts';
import type { ReceivedMessage } from '../aws/queues.ts';
import { ledgerEnding } from '../jobs/job-shelf.ts';
import type { Log } from '../log/open-log.ts';
import { findGroupPlace, type GroupPlace } from './group-order.ts';
import type { Ledgers, SentAgain } from './open-ledgers.ts';
import { readLedger } from './redrive-ledger.ts';

/** Describes a message that a discard saved, without its body. */
export interface DiscardedMessage {
  readonly messageId: string;
  readonly queue: string;
  /** The job that discarded it. */
  readonly jobId: string;
  readonly at: string;
  /** False where it was saved and is not known to be deleted from its queue. */
  readonly isDeleted: boolean;
  readonly sentAgain: SentAgain | null;
  /** Null where the ledger names the message and its file does not have it as it was written. */
  readonly saved: SavedFacts | null;
}

export interface SavedFacts {
  readonly subject: MessageSubject;
  readonly print: ReturnType<typeof messageFingerprint>;
  readonly bytes: number;
  readonly returns: number;
  readonly source: string | null;
  /** Its place in its FIFO group. */
  readonly place: GroupPlace | null;
  readonly sentAt: number | null;
}

/** Names a file that lacks something, with what that is. */
export interface DiscardProblem {
  readonly jobId: string;
  readonly file: string;
  readonly why: string;
}

export interface DiscardedMessages {
  /** Lists everything that was discarded on this machine from a connection, the newest first. */
  readonly list: (connectionId: string) => Promise<{
    readonly messages: readonly DiscardedMessage[];
    readonly problems: readonly DiscardProblem[];
  }>;
  /** Reads messages whole. One that is missing here is not in the files as it was written. */
  readonly read: (
    connectionId: string,
    queue: string,
    messageIds: readonly string[],
  ) => Promise<ReadonlyMap<string, SavedMessage>>;
}

export interface SavedMessage extends Omit<DiscardedMessage, 'saved'> {
  readonly message: ReceivedMessage;
}

interface Parts {
  readonly home: string;
  readonly ledgers: Pick<Ledgers, 'sentEver'>;
  readonly log: Pick<Log, 'warn'>;
}

/** A message from a file has no handle, and nothing is deleted by it. */
export const handleOfSaved = 'saved in a file';

/** Reads the files in which discards save messages. They are read in parts, because they may hold gigabytes. */
export function openDiscardedMessages({ home, ledgers, log }: Parts): DiscardedMessages {
  const folder = join(home, 'discarded');
  const known = new Map<string, { readonly stamp: string; readonly file: IndexedFile }>();

  async function indexed(jobId: string): Promise<IndexedFile> {
    const file = join(folder, `${encodeURIComponent(jobId)}${ending}`);
    const ledger = join(home, 'jobs', `${encodeURIComponent(jobId)}${ledgerEnding}`);
    const stamp = `${readStamp(file)} ${readStamp(ledger)}`;
    const before = known.get(jobId);
    if (before?.stamp === stamp) return before.file;
    const read = await indexFile({ jobId, file, ledger }).catch((error: unknown): IndexedFile => {
      log.warn({ err: error, file }, 'a file of discarded messages cannot be read');
      return { ...unreadable(jobId, file), ...placeIn(ledger) };
    });
    known.set(jobId, { stamp, file: read });
    return read;
  }

  async function listFiles(connectionId: string): Promise<readonly IndexedFile[]> {
    const files: IndexedFile[] = [];
    for (const jobId of listDiscards(home, folder)) {
      const file = await indexed(jobId);
      if (file.connectionId === connectionId && !file.isVoid) files.push(file);
    }
    return files;
  }

  function describe(file: IndexedFile, { messageId, queue, at }: Saved): Omit<DiscardedMessage, 'saved'> {
    return {
      messageId,
      queue,
      jobId: file.jobId,
      at,
      isDeleted: file.deleted.has(messageId),
      sentAgain: ledgers.sentEver(file.connectionId ?? '', queue, messageId),
    };
  }

  return {
    async list(connectionId) {
      const messages = new Map<string, DiscardedMessage>();
      const problems: DiscardProblem[] = [];
      for (const file of await listFiles(connectionId)) {
        for (const why of file.problems) problems.push({ jobId: file.jobId, file: file.file, why });
        for (const saved of file.saved.values()) {
          const row: DiscardedMessage = { ...describe(file, saved), saved: saved.facts };
          const before = messages.get(row.messageId);
          // A discard that could not delete a message may be followed by one that could.
          if (before === undefined || isBetter(row, before)) messages.set(row.messageId, row);
        }
      }
      const newestFirst = [...messages.values()].toSorted(
        (one, other) => compare(other.at, one.at) || compare(one.messageId, other.messageId),
      );
      return { messages: newestFirst, problems };
    },
    async read(connectionId, queue, messageIds) {
      const wanted = new Set(messageIds);
      const found = new Map<string, SavedMessage>();
      for (const file of await listFiles(connectionId)) {
        const own = [...file.saved.values()].filter(
          (one) => one.queue === queue && wanted.has(one.messageId) && one.place !== null,
        );
        for (const [id, message] of await readPlaces(file.file, own)) {
          const saved = file.saved.get(id);
          if (saved === undefined) continue;
          const row = { ...describe(file, saved), message };
          const before = found.get(id);
          if (before === undefined || (row.isDeleted && !before.isDeleted)) found.set(id, row);
        }
      }
      return found;
    },
  };
}

function isBetter(row: DiscardedMessage, before: DiscardedMessage): boolean {
  if ((row.saved === null) !== (before.saved === null)) return row.saved !== null;
  return row.isDeleted && !before.isDeleted;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const ending = '.jsonl';

/** A discard is known by its file, or by its ledger where the file is missing. */
function listDiscards(home: string, folder: string): readonly string[] {
  const files = namesIn(folder).filter((name) => name.endsWith(ending));
  const ids = new Set(files.map((name) => decoded(basename(name, ending))));
  for (const name of namesIn(join(home, 'jobs'))) {
    if (!name.endsWith(ledgerEnding)) continue;
    const jobId = decoded(name.slice(0, -ledgerEnding.length));
    if (!ids.has(jobId) && isOfDiscard(join(home, 'jobs', name))) ids.add(jobId);
  }
  return [...ids];
}

/** Ledgers of other jobs are only looked at once, because a kind never changes. */
const kinds = new Map<string, boolean>();

function isOfDiscard(ledger: string): boolean {
  const before = kinds.get(ledger);
  if (before !== undefined) return before;
  const { fold } = readLedger(ledger);
  const is = fold.place?.kind === 'discard-messages';
  if (fold.place !== null) kinds.set(ledger, is);
  return is;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // There is no folder before the first discard. A folder that cannot be read has no files that can.
    return [];
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function readStamp(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${String(found.size)} ${String(found.mtimeMs)}`;
}

interface Saved {
  readonly messageId: string;
  readonly queue: string;
  readonly at: string;
  /** Null where only the ledger names it. */
  readonly place: { readonly from: number; readonly length: number } | null;
  readonly facts: SavedFacts | null;
}

interface IndexedFile {
  readonly jobId: string;
  readonly file: string;
  readonly connectionId: string | null;
  /** The world that it is from no longer exists. */
  readonly isVoid: boolean;
  readonly saved: ReadonlyMap<string, Saved>;
  readonly deleted: ReadonlySet<string>;
  readonly problems: readonly string[];
}

function unreadable(jobId: string, file: string): IndexedFile {
  const why = 'The file cannot be read. Its messages are not shown and cannot be sent again.';
  return {
    jobId,
    file,
    connectionId: null,
    isVoid: false,
    saved: new Map(),
    deleted: new Set(),
    problems: [why],
  };
}

function placeIn(ledger: string): { readonly connectionId: string | null } {
  try {
    return { connectionId: readLedger(ledger).fold.place?.connectionId ?? null };
  } catch {
    return { connectionId: null };
  }
}

const savedSchema = z.object({
  at: z.string(),
  queue: z.string(),
  /** Older files do not have it; the ledger of their job does. */
  connectionId: z.string().optional(),
  messageId: z.string().min(1),
  body: z.string(),
  attributes: z.record(z.string(), z.object({ type: z.string(), value: z.string() })),
  system: z.record(z.string(), z.string()),
});
type SavedLine = z.infer<typeof savedSchema>;

async function indexFile(of: {
  readonly jobId: string;
  readonly file: string;
  readonly ledger: string;
}): Promise<IndexedFile> {
  const { fold } = readLedger(of.ledger);
  const saved = new Map<string, Saved>();
  const problems: string[] = [];
  let connectionId = fold.place?.connectionId ?? null;
  let [number, damaged, firstDamaged] = [0, 0, 0];
  const isThere = existsSync(of.file);
  if (isThere) {
    for await (const { bytes, from } of readLines(of.file)) {
      number += 1;
      const line = parseSaved(bytes);
      if (line === undefined) {
        damaged += 1;
        firstDamaged ||= number;
        continue;
      }
      connectionId ??= line.connectionId ?? null;
      const { messageId, queue, at } = line;
      const place = { from, length: bytes.length };
      saved.set(messageId, { messageId, queue, at, place, facts: describeSaved(line) });
    }
  }
  let missing = 0;
  const deleted = new Set<string>();
  for (const [messageId, { state }] of fold.standings) {
    if (state !== 'kept' && state !== 'discarded') continue;
    if (state === 'discarded') deleted.add(messageId);
    if (saved.has(messageId) || fold.place === null) continue;
    missing += 1;
    saved.set(messageId, {
      messageId,
      queue: fold.place.queue,
      at: fold.begunAt ?? '',
      place: null,
      facts: null,
    });
  }
  if (!isThere) problems.push(`The file is missing. ${describeMissing(missing)}`);
  else if (damaged > 0) {
    const lines = damaged === 1 ? 'is damaged' : `and ${String(damaged - 1)} more are damaged`;
    problems.push(`Line ${String(firstDamaged)} ${lines}. ${describeMissing(missing)}`);
  } else if (missing > 0) problems.push(`The file is shorter than it was. ${describeMissing(missing)}`);
  const { jobId, file } = of;
  return { jobId, file, connectionId, isVoid: fold.isVoid, saved, deleted, problems };
}

function describeMissing(missing: number): string {
  if (missing === 0) return 'The rest of its messages can be read.';
  const what = missing === 1 ? '1 discarded message' : `${String(missing)} discarded messages`;
  return `${what} cannot be shown or sent again. Put the file back from a backup.`;
}

function parseSaved(bytes: Buffer): SavedLine | undefined {
  return savedSchema.safeParse(readSealed(bytes.toString('utf8'))).data;
}

function describeSaved({ body, attributes, system }: SavedLine): SavedFacts {
  return {
    subject: subjectOfBody(body),
    print: messageFingerprint(null, body, Object.keys(attributes)),
    bytes: bytesOfMessage({ body, attributes }),
    returns: countReturns(attributes),
    source: system['DeadLetterQueueSourceArn']?.split(':').at(-1) ?? null,
    place: findGroupPlace({ system }),
    sentAt: Number(system['SentTimestamp'] ?? Number.NaN) || null,
  };
}

const partBytes = 1_048_576;

/** A last line without its end was cut by a crash, and its message was not deleted. */
async function* readLines(file: string): AsyncGenerator<{ readonly bytes: Buffer; readonly from: number }> {
  const handle = await open(file, 'r');
  try {
    let rest: Buffer = Buffer.alloc(0);
    let from = 0;
    for (let at = 0; ;) {
      const part = Buffer.alloc(partBytes);
      const { bytesRead } = await handle.read(part, 0, partBytes, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      rest = Buffer.concat([rest, part.subarray(0, bytesRead)]);
      let begin = 0;
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10, begin)) {
        yield { bytes: rest.subarray(begin, end), from: from + begin };
        begin = end + 1;
      }
      rest = rest.subarray(begin);
      from += begin;
    }
  } finally {
    await handle.close();
  }
}

/** A line that has changed since it was indexed is left out. */
async function readPlaces(
  file: string,
  places: readonly Saved[],
): Promise<readonly (readonly [string, ReceivedMessage])[]> {
  if (places.length === 0) return [];
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return [];
  const read: [string, ReceivedMessage][] = [];
  try {
    for (const { messageId, place } of places) {
      if (place === null) continue;
      const bytes = Buffer.alloc(place.length);
      await handle.read(bytes, 0, place.length, place.from);
      const line = parseSaved(bytes);
      if (line?.messageId !== messageId) continue;
      const { body, attributes, system } = line;
      read.push([messageId, { messageId, receiptHandle: handleOfSaved, body, attributes, system }]);
    }
  } finally {
    await handle.close();
  }
  return read;
}
