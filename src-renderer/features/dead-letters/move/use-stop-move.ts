import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '#renderer/contract/use-command.ts';
import { layQueue } from './lay-queue.ts';

/** Stops the move that runs; with `toldInPlace` whoever shows the button says why it did not. */
export function useStopMove(queue: string, { toldInPlace }: { readonly toldInPlace: boolean }) {
  const client = useQueryClient();
  const { run, isRunning, failure } = useCommand('dead-letters.cancelMove', {
    toldInPlace,
    onSuccess: (after) => layQueue(client, after),
  });
  return { stop: () => void run({ queue }), isRunning, failure };
}
