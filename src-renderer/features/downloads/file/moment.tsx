import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';

/** A moment of the pipeline's; one that lies a little ahead of this clock is now. */
export function Moment({ at, now }: { readonly at: number; readonly now: number }) {
  const isHardlyAhead = at > now && at - now < 30_000;
  return <RelativeTime at={at} now={isHardlyAhead ? at : now} />;
}
