import { ok, type Result } from '#shared/contract/result.ts';
import type { QueueInput } from '#shared/contract/review/queue.ts';
import { takeInOrder, withPage, type Placed, type Stream } from '#shared/domain/review/merged-streams.ts';
import { fromItsBeginning, goneOn } from './batch-progress.ts';
import { concernsAll, type NotAsked } from './not-asked.ts';
import { latestWanted } from './queue-filters.ts';
import type { QueuePlace } from './queue-place.ts';
import { batchPages, type QueueReads } from './read-batch-page.ts';
import type { WaitingDocument } from './waiting-document.ts';

interface Advanced {
  readonly rows: readonly Placed<WaitingDocument>[];
  readonly place: QueuePlace;
  readonly throttled: number;
}

const openedAtOnce = 8;
/** In one call; then what was found is answered, and who asked may go on. */
const most = { documents: 400, pages: 120 };

/** The next rows in the order of all batches. A batch is read only when it may have the next one. */
export async function advanceQueue(
  input: QueueInput,
  place: QueuePlace,
  count: number,
  parts: QueueReads,
): Promise<Result<Advanced>> {
  const latest = latestWanted(input, place.begunAt);
  const nextPage = batchPages(input, parts);
  const open = new Map(place.open);
  const unclear = new Map(place.said.unclear);
  const lost: NotAsked[] = [];
  const rows: Placed<WaitingDocument>[] = [];
  let streams: Map<string, Stream<WaitingDocument>> = new Map(place.streams);
  let { wholeUntil } = place;
  let [read, pages, throttled] = [0, 0, 0];

  for (;;) {
    const taken = takeInOrder(streams, count - rows.length);
    rows.push(...taken.rows);
    streams = new Map(taken.rest);
    const isEnough = rows.length >= count || read >= most.documents || pages >= most.pages;
    if (isEnough || taken.unread.length === 0) break;
    const due = taken.unread.slice(0, openedAtOnce).flatMap((key) => {
      const [stream, of] = [streams.get(key), open.get(key)];
      return stream === undefined || of === undefined ? [] : [{ key, stream, of }];
    });
    const answers = await Promise.all(due.map(async (one) => ({ ...one, answer: await nextPage(one.of) })));
    for (const { key, stream, of, answer } of answers) {
      const { tenantId, batchId } = of.batch;
      pages += 1;
      if (answer.ok) {
        const { page } = answer.value;
        const after = withPage(stream, page, latest);
        streams.set(key, after);
        open.set(key, goneOn(of, answer.value, [stream, after]));
        read += page.rows.length;
        throttled += answer.value.throttled;
        unclear.set(tenantId, (unclear.get(tenantId) ?? 0) + answer.value.unclear);
      } else if (answer.failure.code === 'cursor-refused' && of.cursor !== undefined) {
        // There are more lists open than places are kept for; of this one it is known what it has given.
        open.set(key, fromItsBeginning(of, stream));
      } else {
        if (concernsAll(answer.failure)) return answer;
        streams.delete(key);
        lost.push({ tenantId, why: notRead(batchId, answer.failure.message) });
        wholeUntil = Math.min(wholeUntil, stream.from);
      }
    }
  }

  const { said, given } = place;
  const next: QueuePlace = {
    ...place,
    streams,
    open: new Map([...open].filter(([key]) => streams.has(key))),
    given: [...given, ...rows.map(({ at }) => at)],
    said: { ...said, read: said.read + read, notAsked: [...said.notAsked, ...lost], unclear },
    wholeUntil,
  };
  return ok({ rows, place: next, throttled });
}

function notRead(batchId: string, why: string): string {
  return `The batch ${batchId} could not be read, so its documents are not in this list. ${why}`;
}
