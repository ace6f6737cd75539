import { markingMs, type Passage } from './passage.ts';

/** An execution ends when its history is full. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html */
export const mostEvents = 25_000;
/** No document goes through with fewer events than one that fails at once. */
export const fewestEventsOfADocument = 12;

/** When an execution with these documents has no room left for another event. */
export function untilFull(passages: readonly Passage[]): number {
  const moments = passages.flatMap(momentsOf).toSorted(([one], [other]) => one - other);
  // The last of them says that it has ended.
  let room = mostEvents - 1 - eventsBefore;
  for (const [at, events] of moments) {
    room -= events;
    if (room < 0) return at;
  }
  return moments.at(-1)?.[0] ?? 0;
}

/** Until its Map has started: each task has five, a choice two. */
const eventsBefore = 1 + 5 + 2 + 5 + 2;

/** When something happens to a document, and how many events tell of it. */
function momentsOf({ begunAt, reading: { ok, stageMs }, waits }: Passage): [at: number, events: number][] {
  const begun: [number, number] = [begunAt, 4];
  let at = begunAt;
  const stages = stageMs.map((ms, stage): [number, number] => {
    at += ms;
    return [at, ok && stage === stageMs.length - 1 ? 3 : 5];
  });
  if (ok) return [begun, ...stages];
  const ms = stageMs.at(-1) ?? 0;
  const failed = stages.pop();
  const again = waits.flatMap((wait): [number, number][] => {
    const missed: [number, number] = [at, 1];
    at += wait + ms;
    return [missed, [at - ms, 2]];
  });
  return [begun, ...stages, ...again, [at, failed?.[1] ?? 5], [at + markingMs, 3]];
}
