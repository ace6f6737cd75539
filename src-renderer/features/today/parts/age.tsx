import { exactLocal, exactUtc, spanWords } from '#renderer/ui/relative-time/relative-words.ts';

/** "6 h 7 min", under a head that says since when; exact on hover. */
export function Age({ at, now }: { readonly at: number; readonly now: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={`${exactUtc(at)}\n${exactLocal(at)}`}>
      {spanWords(Math.max(0, now - at))}
    </time>
  );
}
