import { utcClock } from '#renderer/ui/relative-time/relative-words.ts';
import { versionWords } from '../threshold-words.ts';
import type { Race } from './use-save.ts';

/** "Ines Halvorsen saved version 4 at 12:05 UTC, while you had version 3 before you." */
export function overtakenWords(
  { mine, theirs, by }: Race,
  nameOf: (id: string) => string,
  myId: string | undefined,
): string {
  const actor = by?.actor ?? null;
  const isMe = actor !== null && actor === myId;
  const who = actor === null ? 'Somebody' : isMe ? 'You, in another window,' : nameOf(actor);
  const when = utcClock(by?.at ?? null);
  const what = `${versionWords(theirs.version)}${when === null ? '' : ` at ${when}`}`;
  return `${who} saved ${what}, while you had ${versionWords(mine.over.version)} before you.`;
}
