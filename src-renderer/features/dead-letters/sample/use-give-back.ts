import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { messageWords } from './sample-words.ts';
import { forgetSample, keepSample, queuesHeld } from './use-held.ts';
import type { Sampler } from './use-sampler.ts';

/** Gives back what is held of a queue, so that others can receive it at once; and everything when the page is left. */
export function useGiveBack(sampler: Sampler): { readonly giveBack: (queue: string) => void } {
  const client = useQueryClient();
  const toast = useToast();
  const asked = useCommand('dead-letters.release');
  const leaving = useCommand('dead-letters.release', { toldInPlace: true });

  async function giveBack(queue: string): Promise<void> {
    sampler.stop(queue);
    const result = await asked.run({ queue });
    if (!result.ok) return;
    const { released, failed } = result.value;
    keepSample(client, queue, null);
    toast.show({
      id: 'given back',
      message: `Gave back ${messageWords(released)} of ${queue}`,
      ...(failed === 0
        ? {}
        : {
            tone: 'review' as const,
            detail: `${messageWords(failed)} could not be given back now and will come back by themselves.`,
          }),
    });
  }

  const leave = useEffectEvent(() => {
    for (const queue of new Set([...queuesHeld(client), ...sampler.stopAll()])) {
      // Where it fails they come back by themselves, when their time is over.
      void leaving.run({ queue }).then(() => forgetSample(client, queue));
    }
  });
  useEffect(() => () => leave(), []);

  return { giveBack: (queue) => void giveBack(queue) };
}
