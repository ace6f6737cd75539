import { useQueryClient } from '@tanstack/react-query';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { holdWords } from './sample-words.ts';
import { keepSample } from './use-held.ts';

export interface Hold {
  readonly holdLonger: (seconds: number) => void;
  readonly isHolding: boolean;
}

/** Holds what was sampled of a queue for longer; nothing is received for it. */
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
      message: `Held for ${holdWords(seconds)} from now`,
      timeoutMs: 3_000,
    });
  }

  return { holdLonger: (seconds) => void holdLonger(seconds), isHolding: command.isRunning };
}
