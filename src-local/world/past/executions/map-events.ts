import { documentsAtOnce } from '#shared/domain/pipeline-limits.ts';
import { Heap } from '../../heap.ts';
import type { BatchCourse } from '../course/batch-course.ts';
import type { RunCourse } from '../course/run-course.ts';
import { Chain } from './chain.ts';
import type { HistoryWriter } from './history-writer.ts';
import { iterationEvents, type IterationInput } from './iteration.ts';

const name = 'ProcessDocuments';

/** Documents ten at a time, each as soon as another has ended. False: not all of them have. */
export function mapEvents(
  writer: HistoryWriter,
  chain: Chain,
  { batch }: BatchCourse,
  { passages, listed }: RunCourse,
  common: Omit<IterationInput, 'documentId'>,
): boolean {
  const turns = new Heap<Turn>(comesBefore, () => false);
  let [next, ended, order, lastEvent] = [0, 0, 0, chain.last];
  const start = (now: number, freedBy: number): void => {
    const passage = passages[next];
    if (!passage) return;
    const index = next++;
    const own = new Chain(chain.region, writer, now, freedBy);
    own.follow('MapIterationStarted', { name, index });
    const { documentId } = batch.document(passage.index);
    turns.add({
      at: now,
      order: order++,
      index,
      chain: own,
      events: iterationEvents(own, { ...common, documentId }, passage),
    });
  };

  for (let slot = 0; slot < documentsAtOnce; slot += 1) start(chain.now, chain.last);
  for (let turn = turns.takeFirst(); turn; turn = turns.takeFirst()) {
    const { done, value } = turn.events.next();
    if (!done) {
      // What never comes back has no further turn.
      if (value < Number.POSITIVE_INFINITY) turns.add({ ...turn, at: value, order: order++ });
      continue;
    }
    const { index, chain: own } = turn;
    lastEvent = writer.write(own.now, 'MapIterationSucceeded', own.last, { name, index });
    ended += 1;
    chain.now = own.now;
    start(own.now, own.last);
  }
  chain.last = lastEvent;
  return ended === listed.length;
}

interface Turn {
  readonly at: number;
  readonly order: number;
  readonly index: number;
  readonly chain: Chain;
  readonly events: Generator<number, void>;
}

function comesBefore(one: Turn, other: Turn): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
