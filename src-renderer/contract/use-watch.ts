import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { InputOf, OutputOf, WatchName } from '#shared/contract/contract.ts';
import type { Failure, Result } from '#shared/contract/result.ts';
import { bridgeOf } from './query-client.ts';

export interface Watched<T> {
  /** The last good value; kept when a failure follows it, so that the view can mark it stale. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
}

/** The one way to watch. The subscription lives as long as the component, or its input. */
export function useWatch<N extends WatchName>(operation: N, input: InputOf<N>): Watched<OutputOf<N>> {
  const bridge = bridgeOf(useQueryClient());
  const inputKey = JSON.stringify(input);
  const [latest, setLatest] = useState<Latest<OutputOf<N>>>({ inputKey, watched: nothingYet });

  useEffect(() => {
    const stableInput = JSON.parse(inputKey) as InputOf<N>;
    return bridge.watch(operation, stableInput, (result) => {
      setLatest((before) => ({
        inputKey,
        watched: afterResult(before.inputKey === inputKey ? before.watched : nothingYet, result),
      }));
    });
  }, [bridge, operation, inputKey]);

  // What was pushed for another input is not an answer to this one.
  return latest.inputKey === inputKey ? latest.watched : nothingYet;
}

interface Latest<T> {
  readonly inputKey: string;
  readonly watched: Watched<T>;
}

export function afterResult<T>(before: Watched<T>, result: Result<T>): Watched<T> {
  return result.ok
    ? { value: result.value, failure: undefined }
    : { value: before.value, failure: result.failure };
}

const nothingYet = { value: undefined, failure: undefined };
