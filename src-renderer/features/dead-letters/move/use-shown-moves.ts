import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { endedSince, moveToast, newsOfMove } from './move-news.ts';
import { isActive } from './move-words.ts';

export interface ShownMoves {
  readonly shows: boolean;
  readonly setShows: (shows: boolean) => void;
}

/** The moves of a queue come into sight with one that runs, and stay when it has ended; a toast says how. */
export function useShownMoves({ name, moves }: Pick<DeadLetterQueue, 'name' | 'moves'>): ShownMoves {
  const toast = useToast();
  const [shows, setShows] = useState(false);
  const isRunning = moves.some(isActive);
  const [wasRunning, setWasRunning] = useState(false);
  if (isRunning !== wasRunning) {
    setWasRunning(isRunning);
    if (isRunning) setShows(true);
  }

  const seen = useRef(moves);
  const tell = useEffectEvent((now: DeadLetterQueue['moves']) => {
    const ended = endedSince(seen.current, now);
    seen.current = now;
    for (const move of ended) {
      setShows(true);
      toast.show({ ...newsOfMove(move, name), id: moveToast(name), timeoutMs: 12_000 });
    }
  });
  useEffect(() => tell(moves), [moves]);

  return { shows: shows || isRunning, setShows };
}
