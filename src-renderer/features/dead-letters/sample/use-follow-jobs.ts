import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { DeadLetterQueue } from '#shared/contract/dead-letters/queues.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useJobs } from '#renderer/contract/use-jobs.ts';
import { heldOptions } from './use-held.ts';

/** What jobs and moves have taken is no longer held: asked again while they go on, and receiving nothing. */
export function useFollowJobs({ name: queue, moves }: Pick<DeadLetterQueue, 'name' | 'moves'>): void {
  const client = useQueryClient();
  const jobs = useJobs().value?.jobs ?? [];
  const [newest] = moves;
  const progress = JSON.stringify([
    [newest?.startedAt, newest?.state],
    ...jobs.filter((job) => job.queue === queue).map(({ jobId, state, counts }) => [jobId, state, counts]),
  ]);
  const seen = useRef(progress);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const askAgain = useEffectEvent(() => {
    timer.current = undefined;
    void client.invalidateQueries({ queryKey: heldOptions(queue).queryKey, exact: true });
    void client.invalidateQueries({ queryKey: operationOptions('dead-letters.queues', {}).queryKey });
  });
  useEffect(() => {
    if (seen.current === progress) return;
    seen.current = progress;
    // A job of ten thousand tells of itself many times a second.
    timer.current ??= setTimeout(() => askAgain(), pauseMs);
  }, [progress]);

  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}

const pauseMs = 1_000;
