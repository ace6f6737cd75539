import { join } from 'node:path';
import { z } from 'zod';
import { refusedQuestionSchema } from '#shared/contract/explorer.ts';
import type { CountedRefusal, RefusedQuestion } from '#shared/contract/explorer.ts';
import { replaceFile } from '../../home/home-folder.ts';
import { parseWith, readKept } from '../../home/lost-files.ts';
import type { Log } from '../../log/open-log.ts';

export interface RefusalsStore {
  readonly file: string;
  /** Throws when the disk fails; nothing was counted then. */
  count(connection: string, person: string | null, question: RefusedQuestion): CountedRefusal;
  /** Lists the most asked first. */
  list(connection: string): readonly CountedRefusal[];
}

interface StoreParts {
  readonly home: string;
  readonly now: () => number;
  readonly log: Pick<Log, 'warn'>;
  /** A test may pass a disk that is full. */
  readonly replace?: (file: string, content: string) => void;
}

const limits = { questions: 500, people: 200 };

const storedSchema = z.strictObject({
  refusals: z.array(
    refusedQuestionSchema.extend({
      connection: z.string(),
      times: z.int().min(1),
      /** Null stands for a person who is unknown. */
      people: z.array(z.string().nullable()),
      firstAt: z.iso.datetime(),
      lastAt: z.iso.datetime(),
    }),
  ),
});
export const parseRefusalsFile = parseWith(storedSchema);
type StoredRefusal = z.infer<typeof storedSchema>['refusals'][number];

/**
 * Counts questions that no index answers. The file is read again before each count, because two consoles may share a
 * home folder.
 */
export function openRefusals({ home, now, log, replace = replaceFile }: StoreParts): RefusalsStore {
  const file = join(home, 'refusals.json');

  return {
    file,
    count(connection, person, question) {
      const stored = read();
      const at = new Date(now()).toISOString();
      const same = identity({ ...question, connection });
      const before = stored.find((refusal) => identity(refusal) === same);
      const counted: StoredRefusal = {
        ...question,
        connection,
        times: (before?.times ?? 0) + 1,
        people: [...new Set([...(before?.people ?? []), person])].slice(0, limits.people),
        firstAt: before?.firstAt ?? at,
        lastAt: at,
      };
      const others = stored.filter((refusal) => refusal !== before);
      const refusals = [...worthKeeping(others), counted];
      replace(file, `${JSON.stringify({ refusals }, null, 2)}\n`);
      return told(counted);
    },
    list: (connection) =>
      read()
        .filter((refusal) => refusal.connection === connection)
        .toSorted(mostAskedFirst)
        .map(told),
  };

  function read(): readonly StoredRefusal[] {
    return readKept(file, parseRefusalsFile, { home, log, now })?.refusals ?? [];
  }
}

/** Makes room for one more: of those asked least, the oldest are dropped. */
function worthKeeping(refusals: readonly StoredRefusal[]): readonly StoredRefusal[] {
  return refusals.toSorted(mostAskedFirst).slice(0, limits.questions - 1);
}

function mostAskedFirst(a: StoredRefusal, b: StoredRefusal): number {
  return b.times - a.times || (a.lastAt < b.lastAt ? 1 : -1);
}

/** Ignores the order of the attributes asked by, because it is no part of the question. */
function identity({ connection, system, entity, by }: RefusedQuestion & { connection: string }): string {
  return JSON.stringify([connection, system, entity, [...new Set(by)].toSorted()]);
}

function told(refusal: StoredRefusal): CountedRefusal {
  const { system, entity, by, question, times, people, firstAt, lastAt } = refusal;
  return { system, entity, by, question, times, people: people.length, firstAt, lastAt };
}
