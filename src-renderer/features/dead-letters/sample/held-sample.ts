import { useQueries, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Sample } from '#shared/contract/dead-letters.ts';
import type { Failure } from '#shared/contract/result.ts';
import { downloadText } from '#renderer/contract/copy-and-download.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { answered, operationOptions } from '#renderer/contract/operation-options.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import { messages } from '../messages.ts';
import { formatHoldTime } from './sample-text.ts';

export interface HeldSample {
  /** Null if nothing of this queue is held. */
  readonly sample: Sample | null;
  /** False until main has answered. */
  readonly isKnown: boolean;
  readonly failure: Failure | undefined;
  readonly isAsking: boolean;
  readonly askAgain: () => void;
}

/** Reads the messages that the console holds of a queue from an earlier sampling. It receives nothing. */
export function useHeld(queue: string): HeldSample {
  const query = useQuery({ ...heldOptions(queue), refetchOnMount: 'always' });
  return {
    sample: query.data?.value.sample ?? null,
    isKnown: query.data !== undefined,
    failure: query.error === null ? undefined : toFailure(query.error),
    isAsking: query.isFetching,
    askAgain: () => void query.refetch(),
  };
}

/** Returns how many messages of each queue are held, as far as this window knows. It makes no request. */
export function useHeldCounts(queues: readonly string[]): (queue: string, now: number) => number {
  const known = useQueries({
    queries: queues.map((queue) => ({ ...heldOptions(queue), enabled: false })),
  });
  return (queue, now) => {
    const sample = known[queues.indexOf(queue)]?.data?.value.sample;
    return sample && Date.parse(sample.until) > now ? sample.rows.length : 0;
  };
}

export function keepSample(client: QueryClient, queue: string, sample: Sample | null): void {
  client.setQueryData(heldOptions(queue).queryKey, answered({ sample }));
}

export function readHeldSample(client: QueryClient, queue: string): Sample | null {
  return client.getQueryData(heldOptions(queue).queryKey)?.value.sample ?? null;
}

/** Counts the held messages that others cannot receive now. */
export function countHeldNow(client: QueryClient, queue: string): number {
  const sample = readHeldSample(client, queue);
  return sample !== null && Date.parse(sample.until) > Date.now() ? sample.rows.length : 0;
}

/** Receiving messages or giving them back changes the depth of a queue. */
export function readQueuesAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: operationOptions('dead-letters.queues', {}).queryKey });
}

/**
 * The sample is read again on the next visit, or at once if the queue is open, because giving messages back
 * may have failed.
 */
export function forgetSample(client: QueryClient, queue: string): void {
  const { queryKey } = heldOptions(queue);
  client.removeQueries({ queryKey, exact: true, type: 'inactive' });
  void client.invalidateQueries({ queryKey, exact: true });
}

/** Lists the queues of which this window knows that messages are held. */
export function listHeldQueues(client: QueryClient): readonly string[] {
  return client
    .getQueriesData<{ readonly value: { readonly sample: Sample | null } }>({
      queryKey: ['dead-letters.held'],
    })
    .flatMap(([, data]) => data?.value.sample?.queue ?? []);
}

export function heldOptions(queue: string) {
  return operationOptions('dead-letters.held', { queue });
}

export interface Hold {
  readonly holdLonger: (seconds: number) => void;
  readonly isHolding: boolean;
}

/** Holds the sampled messages of a queue for longer. It receives nothing. */
export function useHold(queue: string): Hold {
  const client = useQueryClient();
  const toast = useToast();
  const command = useCommand('dead-letters.hold', {
    onSuccess: (sample) => keepSample(client, queue, sample),
  });

  async function holdLonger(seconds: number): Promise<void> {
    const result = await command.run({ queue, seconds });
    if (!result.ok) return;
    toast.show({
      id: 'held longer',
      message: messages.sample.heldLonger(formatHoldTime(seconds)),
      timeoutMs: 3_000,
    });
  }

  return { holdLonger: (seconds) => void holdLonger(seconds), isHolding: command.isRunning };
}

export interface ExportChoice {
  readonly format: 'json' | 'csv';
  readonly isWhole: boolean;
}

/** Main writes the file, masked or whole, and the page only saves it. Neither contains a pre-signed URL. */
export function useExport(queue: string): (messageIds: readonly string[], choice: ExportChoice) => void {
  const toast = useToast();
  const command = useCommand('dead-letters.export');

  async function write(messageIds: readonly string[], choice: ExportChoice): Promise<void> {
    const result = await command.run({ queue, messageIds: [...messageIds], ...choice });
    if (!result.ok) return;
    downloadText(result.value);
    toast.show({
      id: 'exported',
      message: messages.sample.exported(messageIds.length, choice.isWhole),
      ...(choice.isWhole ? { detail: messages.common.audited } : {}),
      timeoutMs: 4_000,
    });
  }

  return (messageIds, choice) => {
    if (messageIds.length > 0) void write(messageIds, choice);
  };
}
