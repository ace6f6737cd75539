import { ok, refused, type Result } from '#shared/contract/result.ts';
import { findChildArn } from './child-executions.ts';
import {
  historySchema,
  type HistoryEvent,
  type OpenedEvent,
  type RunName,
  type SfnQuestion,
} from './executions.ts';

interface EventPages {
  /** Returns the ARN of a child execution of this run, once AWS has said that it is one. */
  childArn(question: SfnQuestion, name: RunName, child: string): Promise<Result<string>>;
  open(question: SfnQuestion, asked: AskedEvent): Promise<Result<OpenedEvent>>;
}

interface AskedEvent {
  readonly name: RunName;
  readonly eventId: number;
  /** Undefined for the execution of the run. */
  readonly arn: string | undefined;
}

/** A place in a history from which one call reads on. */
interface Place {
  /** The first event of the page that the token leads to. */
  readonly first: number;
  readonly token: string | undefined;
}

interface Ways {
  readonly forward: Place[];
  readonly backward: Place[];
}

const pageSize = 1_000;
/** AWS keeps 25,000 events. Pages may be shorter than asked, since their data counts too. */
const mostPages = 40;
const mostKeptPages = 3;
const mostExecutions = 50;
/** A failed task follows from its start, and that from its schedule. */
const mostBefore = 4;

/**
 * Reads single events with their data. A history can only be read from one of its ends, page by page, so the nearer end
 * is taken. The tokens of the pages on the way are kept, and so are the last few pages: the event after this one, and
 * any other of the same page, costs no further call. Events never change once they are written.
 */
export function openEventPages(): EventPages {
  const children = new Map<string, string>();
  const waysOfExecutions = new Map<string, Ways>();
  let kept: readonly { readonly key: string; readonly events: readonly HistoryEvent[] }[] = [];

  return {
    async childArn(question, name, child) {
      const key = JSON.stringify([name.batchId, name.run, child]);
      const known = children.get(key);
      if (known !== undefined) return ok(known);
      const found = await findChildArn(question, child);
      if (!found.ok) return found;
      if (found.value === null) return noSuchChild(name, child);
      if (children.size >= mostExecutions) children.clear();
      children.set(key, found.value);
      return ok(found.value);
    },
    async open(question, asked) {
      const read = await pageWith(question, asked);
      if (!read.ok) return read;
      const byId = new Map(read.value.map((event) => [event.id, event]));
      const event = byId.get(asked.eventId);
      if (event === undefined) return noSuchEvent(asked);
      return ok({ event, before: listBefore(event, byId) }, question.receipt(1));
    },
  };

  async function pageWith(
    question: SfnQuestion,
    asked: AskedEvent,
  ): Promise<Result<readonly HistoryEvent[]>> {
    const { eventId, name, arn } = asked;
    const key = arn ?? JSON.stringify([name.batchId, name.run]);
    const page = kept.find((one) => one.key === key && one.events.some(({ id }) => id === eventId));
    if (page !== undefined) return ok(page.events);
    const ways = waysOfExecutions.get(key) ?? { forward: [{ first: 1, token: undefined }], backward: [] };
    if (waysOfExecutions.size >= mostExecutions) waysOfExecutions.clear();
    waysOfExecutions.set(key, ways);
    const isBeyond = (ways.backward[0]?.first ?? 0) < eventId;
    let isReverse = eventId > pageSize && isBeyond;
    let place: Place | undefined = isReverse ? { first: eventId, token: undefined } : undefined;
    for (let pages = 0; pages < mostPages; pages += 1) {
      if (place === undefined) [isReverse, place] = chooseStart(ways, eventId);
      const answer = await question.history(
        historySchema,
        {
          includeExecutionData: true,
          reverseOrder: isReverse,
          maxResults: pageSize,
          ...(place.token !== undefined && { nextToken: place.token }),
        },
        arn,
      );
      if (!answer.ok) {
        // AWS keeps its tokens for a day.
        if (place.token !== undefined) waysOfExecutions.delete(key);
        return answer;
      }
      const { events, nextToken } = answer.value;
      const [first, last] = [events[0]?.id ?? 0, events.at(-1)?.id ?? 0];
      if (isReverse && place.token === undefined)
        ways.backward.splice(0, ways.backward.length, { first, token: undefined });
      if (nextToken !== undefined && nextToken !== null) {
        keepPlace(isReverse ? ways.backward : ways.forward, {
          first: isReverse ? last - 1 : last + 1,
          token: nextToken,
        });
      }
      if (events.some(({ id }) => id === eventId)) {
        kept = [{ key, events }, ...kept].slice(0, mostKeptPages);
        return ok(events);
      }
      if (nextToken === undefined || nextToken === null || (isReverse && first < eventId)) break;
      place = undefined;
    }
    return noSuchEvent(asked);
  }
}

/** Chooses the kept place from which the event is the fewest pages away. */
function chooseStart({ forward, backward }: Ways, eventId: number): [isReverse: boolean, place: Place] {
  const before = forward.findLast(({ first }) => first <= eventId) ?? { first: 1, token: undefined };
  const after = backward.findLast(({ first }) => first >= eventId);
  if (after === undefined || eventId - before.first <= after.first - eventId) return [false, before];
  return [true, after];
}

function keepPlace(places: Place[], place: Place): void {
  if (!places.some(({ first }) => first === place.first)) places.push(place);
}

function listBefore(event: HistoryEvent, byId: ReadonlyMap<number, HistoryEvent>): readonly HistoryEvent[] {
  const before: HistoryEvent[] = [];
  let at: HistoryEvent | undefined = event;
  while (before.length < mostBefore && !at.type.endsWith('Scheduled')) {
    at = byId.get(at.previousEventId ?? 0);
    if (at === undefined || at.type.endsWith('StateEntered')) break;
    before.push(at);
  }
  return before;
}

function noSuchEvent({ name, eventId }: AskedEvent): Result<never> {
  return refused({
    code: 'not-found',
    message: `The execution of run ${name.run} of "${name.batchId}" has no event ${eventId}. Nothing is shown. Choose an event of the list.`,
    what: `event ${eventId}`,
  });
}

function noSuchChild({ batchId, run }: RunName, child: string): Result<never> {
  return refused({
    code: 'not-found',
    message: `The newest Map Run of run ${run} of "${batchId}" has no execution "${child}". Nothing was read. Open it from the list of its executions.`,
    what: child,
  });
}
