import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { countReturns, readFirstReceipt } from '#shared/domain/dead-letters/queue-messages.ts';
import { openLineFile, readSealed, seal } from '../audit/line-file.ts';
import type { ReceivedMessage } from '../aws/queues.ts';
import { inspectLines } from '../home/lost-files.ts';
import type { Log } from '../log/open-log.ts';
import type { Ledgers, SentRecord } from './open-ledgers.ts';

/** The redrives of this machine that a message has come back from. */
export type FindRedrives = (
  message: Pick<ReceivedMessage, 'messageId' | 'attributes'>,
) => readonly SentRecord[];

export interface LaterReturns {
  /** Finds by the new id that SQS gave, or by the mark that a redrive adds. The oldest redrive comes first. */
  readonly findIn: (connectionId: string, queue: string) => FindRedrives;
  /** Notes which of these received messages have come back, so that the receipts of their jobs count them. */
  readonly note: (connectionId: string, queue: string, messages: readonly ReceivedMessage[]) => void;
  /** Tells whether anything was noted for a job. */
  readonly has: (jobId: string) => boolean;
}

interface Parts {
  readonly home: string;
  readonly ledgers: Pick<Ledgers, 'listSentFrom'>;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps beside the ledgers what came back after its job had ended, for as long as the receipts are kept. */
export function openLaterReturns({ home, ledgers, now, log }: Parts): LaterReturns {
  const noted = new Map<string, Set<string>>();

  function findIn(connectionId: string, queue: string): FindRedrives {
    const byNewId = new Map<string, SentRecord[]>();
    const byFirst = new Map<string, SentRecord[]>();
    for (const record of ledgers.listSentFrom(connectionId, queue)) {
      add(byNewId, record.newId, record);
      add(byFirst, record.mark?.first ?? null, record);
    }
    return ({ messageId, attributes }) => {
      const times = countReturns(attributes);
      const marked = byFirst.get(readFirstReceipt(attributes) ?? '') ?? [];
      const all = [
        ...(byNewId.get(messageId) ?? []),
        ...marked.filter(({ mark }) => (mark?.times ?? 0) <= times),
      ];
      return [...new Set(all)].toSorted((one, other) => (one.sentAt < other.sentAt ? -1 : 1));
    };
  }

  function noteFor(jobId: string, ids: readonly string[]): void {
    const before = noted.get(jobId) ?? new Set(readLaterReturns(home, jobId).keys());
    noted.set(jobId, before);
    const news = ids.filter((id) => !before.has(id));
    if (news.length === 0) return;
    const at = new Date(now()).toISOString();
    const file = openLineFile(getReturnsFile(home, jobId));
    try {
      file.append(news.map((id) => seal(JSON.stringify({ at, id }))).join('\n'));
      for (const id of news) before.add(id);
    } finally {
      file.close();
    }
  }

  return {
    findIn,
    has: (jobId) => existsSync(getReturnsFile(home, jobId)),
    note(connectionId, queue, messages) {
      const find = findIn(connectionId, queue);
      const ofJobs = new Map<string, string[]>();
      for (const { jobId, id } of messages.flatMap(find)) {
        const before = ofJobs.get(jobId);
        if (before === undefined) ofJobs.set(jobId, [id]);
        else before.push(id);
      }
      for (const [jobId, ids] of ofJobs) {
        try {
          noteFor(jobId, ids);
        } catch (error) {
          // It is noted with the next sample.
          log.warn({ err: error, jobId }, 'messages that came back were not noted');
        }
      }
    },
  };
}

function add(map: Map<string, SentRecord[]>, key: string | null, record: SentRecord): void {
  if (key === null) return;
  const before = map.get(key);
  if (before === undefined) map.set(key, [record]);
  else before.push(record);
}

/** Returns when each message of a job was first seen in its queue again. What cannot be read is left out. */
export function readLaterReturns(home: string, jobId: string): ReadonlyMap<string, string> {
  const found = inspectLines(getReturnsFile(home, jobId), parseReturnLine);
  const seen = new Map<string, string>();
  if (found.state === 'missing') return seen;
  for (const { value } of found.value ?? []) if (!seen.has(value.id)) seen.set(value.id, value.at);
  return seen;
}

export function parseReturnLine(line: string): z.infer<typeof lineSchema> | undefined {
  return lineSchema.safeParse(readSealed(line)).data;
}

const lineSchema = z.object({ at: z.string(), id: z.string() });

function getReturnsFile(home: string, jobId: string): string {
  return join(home, 'returns', `${encodeURIComponent(jobId)}.jsonl`);
}
