import type { Session } from '#shared/contract/session.ts';
import type { Result } from '#shared/contract/result.ts';
import type { ListedBatches } from '#shared/domain/today/batch-figures.ts';

/** What a part of the page reads a list by: it may be one that was read a moment ago, and `begunAt` says since when. */
export type ReadList = (
  asked: { readonly session: Session; readonly tenantId: string; readonly status: string },
  read: () => Promise<Result<ListedBatches>>,
) => Promise<{ readonly list: Result<ListedBatches>; readonly begunAt: number }>;

interface HandedOn {
  /** Always reads, for the parts that come after it too. */
  readonly first: ReadList;
  /** Takes what was read for it, and reads whatever else it asks for. */
  readonly after: () => ReadList;
}

interface Left {
  readonly list: Promise<Result<ListedBatches>>;
  readonly begunAt: number;
}

/** The others ask as soon as the first paint has answered. What is as large as this is not kept for longer. */
const keptMs = 10_000;

/**
 * The first paint and two of the parts after it ask for the same lists, each up to 1 MB. They go from the one to the
 * others, and to the same person alone; whatever is made of one is as old as that. A part that asks again so soon does it
 * because something has changed, or somebody wants to know: it reads.
 */
export function handedOn(now: () => number): HandedOn {
  const left = new Map<string, Left>();

  const first: ReadList = async (asked, read) => {
    const key = keyOf(asked);
    const begunAt = now();
    const own: Left = { list: read(), begunAt };
    left.set(key, own);
    const drop = (): void => {
      if (left.get(key) === own) left.delete(key);
    };
    setTimeout(drop, keptMs).unref();
    const list = await own.list;
    if (!list.ok) drop();
    return { list, begunAt };
  };

  return {
    first,
    after() {
      const before = new Map<string, number>();
      return async (asked, read) => {
        const begunAt = now();
        const isRecent = (at: number): boolean => at <= begunAt && begunAt - at < keptMs;
        for (const [one, at] of before) if (!isRecent(at)) before.delete(one);
        const key = keyOf(asked);
        const isAgain = before.has(key);
        before.set(key, begunAt);
        const found = left.get(key);
        if (found === undefined || isAgain || !isRecent(found.begunAt))
          return { list: await read(), begunAt };
        return { list: await found.list, begunAt: found.begunAt };
      };
    },
  };
}

function keyOf({ session, tenantId, status }: Parameters<ReadList>[0]): string {
  const { connection, sandboxResets, who } = session;
  return JSON.stringify([connection.id, sandboxResets, who, tenantId, status]);
}
