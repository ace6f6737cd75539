import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import { useCommand } from '#renderer/contract/use-command.ts';
import { atOnce } from './sample-words.ts';
import { heldOptions, keepSample, readQueuesAgain, sampleOf } from './use-held.ts';

/** What is being received of a queue, or why that has ended early. */
export interface Taking {
  readonly received: number;
  readonly of: number;
  readonly isStopping: boolean;
  readonly isOver: boolean;
  readonly failure: Failure | undefined;
}

export interface Sampler {
  readonly takingOf: (queue: string) => Taking | undefined;
  readonly take: (queue: string, most: number, holdSeconds: number) => void;
  readonly stop: (queue: string) => void;
  /** Of which queues something was on its way. */
  readonly stopAll: () => readonly string[];
}

/**
 * Receives because a person said so, and never else; of one queue at a time in one go, in parts, so that it can be
 * stopped between two of them. It lives as long as the page, whichever queue is shown.
 */
export function useSampler(): Sampler {
  const client = useQueryClient();
  const command = useCommand('dead-letters.sample', { toldInPlace: true });
  const [takings, setTakings] = useState<ReadonlyMap<string, Taking>>(new Map());
  const stopping = useRef(new Set<string>());
  const going = useRef(new Set<string>());

  function note(queue: string, change: Partial<Taking>): void {
    setTakings((before) => {
      const taking = before.get(queue);
      return taking === undefined ? before : new Map(before).set(queue, { ...taking, ...change });
    });
  }

  async function takeParts(queue: string, most: number, holdSeconds: number): Promise<void> {
    const before = sampleOf(client, queue)?.rows.length ?? 0;
    const newlyHeld = () => Math.max(0, (sampleOf(client, queue)?.rows.length ?? 0) - before);
    for (let asked = 0; asked < most && !stopping.current.has(queue); asked += atOnce) {
      // One after the other: each may be the last.
      const part = Math.min(atOnce, most - asked);
      const result = await command.run({ queue, most: part, holdSeconds });
      if (!result.ok) {
        // Given back meanwhile: that was wanted, and is no failure.
        const wanted = stopping.current.has(queue) && result.failure.code === 'not-found';
        if (wanted) return;
        // What had come before it ended is held all the same.
        await client.refetchQueries({ queryKey: heldOptions(queue).queryKey, exact: true });
        return note(queue, { failure: result.failure, received: newlyHeld() });
      }
      keepSample(client, queue, result.value);
      note(queue, { received: newlyHeld() });
      if (result.value.isWhole) return;
    }
  }

  async function takeAll(queue: string, most: number, holdSeconds: number): Promise<void> {
    await takeParts(queue, most, holdSeconds);
    going.current.delete(queue);
    stopping.current.delete(queue);
    note(queue, { isOver: true });
    // What was received says how old the queue is, better than any metric.
    readQueuesAgain(client);
  }

  function stop(queue: string): void {
    if (!going.current.has(queue)) return;
    stopping.current.add(queue);
    note(queue, { isStopping: true });
  }

  return {
    takingOf: (queue) => takings.get(queue),
    take(queue, most, holdSeconds) {
      if (going.current.has(queue)) return;
      const begun = { received: 0, of: most, isStopping: false, isOver: false, failure: undefined };
      setTakings((before) => new Map(before).set(queue, begun));
      going.current.add(queue);
      void takeAll(queue, most, holdSeconds);
    },
    stop,
    stopAll() {
      const queues = [...going.current];
      for (const queue of queues) stop(queue);
      return queues;
    },
  };
}
