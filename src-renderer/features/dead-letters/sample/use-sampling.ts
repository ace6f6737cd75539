import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Failure } from '#shared/contract/result.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import { nothingSelected, type Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { messages } from '../messages.ts';
import {
  forgetSample,
  countHeldNow,
  heldOptions,
  keepSample,
  listHeldQueues,
  readQueuesAgain,
  readHeldSample,
} from './held-sample.ts';
import { atOnce, holdTimes, formatHoldTime, sampleSizes, usualHold, usualSize } from './sample-text.ts';

interface Sampling {
  readonly sampler: Sampler;
  readonly onGiveBack: (queue: string) => void;
  readonly keepOnLeaving: () => void;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly selectedOf: (queue: string) => Selection;
  readonly select: (queue: string, selected: Selection) => void;
}

/**
 * Keeps the sample and the selection of each queue when a person goes to another queue, or follows a link and
 * comes back.
 */
export function useSampling(): Sampling {
  const sampler = useSampler();
  const { giveBack, keepOnLeaving } = useGiveBack(sampler);
  const [choice, setChoice] = useKept<SampleChoice>(choiceKey, usualChoice);
  const [selections, setSelections] = useKept(selectionsKey, nothingYet);
  return {
    sampler,
    onGiveBack: giveBack,
    keepOnLeaving,
    choice,
    onChoose: (change) => setChoice((before) => ({ ...before, ...change })),
    selectedOf: (queue) => selections.get(queue) ?? nothingSelected,
    select: (queue, selected) => setSelections((before) => new Map(before).set(queue, selected)),
  };
}

const choiceKey = ['dead-letters.choice'];
const selectionsKey = ['dead-letters.selected'];
const nothingYet: ReadonlyMap<string, Selection> = new Map();

/** The progress of receiving from a queue, or the reason why it ended early. */
export interface SamplingProgress {
  readonly received: number;
  readonly of: number;
  readonly isStopping: boolean;
  readonly isOver: boolean;
  readonly failure: Failure | undefined;
}

export interface Sampler {
  readonly takingOf: (queue: string) => SamplingProgress | undefined;
  readonly take: (queue: string, most: number, holdSeconds: number) => void;
  readonly stop: (queue: string) => void;
  /** Stops all samplings and returns the queues that had one running. */
  readonly stopAll: () => readonly string[];
}

/**
 * Receives messages only when a person asked for it, from one queue at a time. It works in parts, so that it
 * can be stopped between two of them, and lives as long as the page, whichever queue is shown.
 */
function useSampler(): Sampler {
  const client = useQueryClient();
  const command = useCommand('dead-letters.sample', { toldInPlace: true });
  const [takings, setTakings] = useState<ReadonlyMap<string, SamplingProgress>>(new Map());
  const stopping = useRef(new Set<string>());
  const going = useRef(new Set<string>());

  function note(queue: string, change: Partial<SamplingProgress>): void {
    setTakings((before) => {
      const taking = before.get(queue);
      return taking === undefined ? before : new Map(before).set(queue, { ...taking, ...change });
    });
  }

  async function takeParts(queue: string, most: number, holdSeconds: number): Promise<void> {
    const before = readHeldSample(client, queue)?.rows.length ?? 0;
    const newlyHeld = () => Math.max(0, (readHeldSample(client, queue)?.rows.length ?? 0) - before);
    for (let asked = 0; asked < most && !stopping.current.has(queue); asked += atOnce) {
      // The parts run one after the other, because each may be the last.
      const part = Math.min(atOnce, most - asked);
      const result = await command.run({ queue, most: part, holdSeconds });
      if (!result.ok) {
        // The messages were given back meanwhile, on purpose, so this is no failure.
        const wanted = stopping.current.has(queue) && result.failure.code === 'not-found';
        if (wanted) return;
        // The messages that came before it ended are held all the same.
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
    // The messages tell the age of the queue better than any metric.
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

interface GivingBack {
  readonly giveBack: (queue: string) => void;
  /** A person who follows a link comes back, so the messages stay held until their own time is over. */
  readonly keepOnLeaving: () => void;
}

/**
 * Gives back the held messages of a queue, so that others can receive them at once, and those of all queues
 * when the page is left.
 */
function useGiveBack(sampler: Sampler): GivingBack {
  const client = useQueryClient();
  const toast = useToast();
  const keeps = useRef(false);
  const asked = useCommand('dead-letters.release');
  const leaving = useCommand('dead-letters.release', { toldInPlace: true });

  async function giveBack(queue: string): Promise<void> {
    sampler.stop(queue);
    const result = await asked.run({ queue });
    if (!result.ok) return;
    const { released, failed } = result.value;
    keepSample(client, queue, null);
    // The messages wait again and can be moved.
    readQueuesAgain(client);
    toast.show({
      id: 'given back',
      message:
        released + failed === 0
          ? messages.sample.alreadyReleased(queue)
          : messages.sample.gaveBack(released, queue),
      ...(failed === 0
        ? {}
        : {
            tone: 'review' as const,
            detail: messages.sample.notGivenBack(failed),
          }),
    });
  }

  const leave = useEffectEvent(() => {
    const isKept = keeps.current;
    keeps.current = false;
    const taken = sampler.stopAll();
    if (isKept) return;
    for (const queue of new Set([...listHeldQueues(client), ...taken])) {
      // If this fails, the messages become visible again when their hold time is over.
      void leaving.run({ queue }).then(() => forgetSample(client, queue));
    }
  });
  useEffect(() => {
    // The person came back before the other page appeared, so nothing was left.
    const stay = () => void (keeps.current = false);
    globalThis.addEventListener('popstate', stay);
    return () => {
      globalThis.removeEventListener('popstate', stay);
      leave();
    };
  }, []);

  return {
    giveBack: (queue) => void giveBack(queue),
    keepOnLeaving() {
      keeps.current = true;
      const held = listHeldQueues(client).reduce((sum, queue) => sum + countHeldNow(client, queue), 0);
      if (held === 0) return;
      toast.show({
        id: 'kept held',
        message: messages.sample.stayHeld(held),
        detail: messages.sample.stayHeldNext,
      });
    },
  };
}

/** How many messages the next press receives, and how long they are held. */
export interface SampleChoice {
  readonly size: number;
  readonly holdSeconds: number;
}

const usualChoice: SampleChoice = { size: usualSize, holdSeconds: usualHold };

export const sizeOptions = sampleSizes.map((size) => ({ value: String(size), label: grouped(size) }));

export const holdOptions = holdTimes.map((seconds) => ({
  value: String(seconds),
  label: formatHoldTime(seconds),
}));
