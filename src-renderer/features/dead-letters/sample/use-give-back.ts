import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useCommand } from '#renderer/contract/use-command.ts';
import { useToast } from '#renderer/ui/toast/use-toast.ts';
import { messageWords } from './sample-words.ts';
import { forgetSample, heldNow, keepSample, queuesHeld, readQueuesAgain } from './use-held.ts';
import type { Sampler } from './use-sampler.ts';

interface GivingBack {
  readonly giveBack: (queue: string) => void;
  /** Who only follows a link comes back: what is held stays so until its own time is over. */
  readonly keepOnLeaving: () => void;
}

/** Gives back what is held of a queue, so that others can receive it at once; and everything when the page is left. */
export function useGiveBack(sampler: Sampler): GivingBack {
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
    // They wait again, and can be moved.
    readQueuesAgain(client);
    toast.show({
      id: 'given back',
      message:
        released + failed === 0
          ? `Others could receive what was held of ${queue} already`
          : `Gave back ${messageWords(released)} of ${queue}`,
      ...(failed === 0
        ? {}
        : {
            tone: 'review' as const,
            detail: `${messageWords(failed)} could not be given back now and will come back by themselves.`,
          }),
    });
  }

  const leave = useEffectEvent(() => {
    const isKept = keeps.current;
    keeps.current = false;
    const taken = sampler.stopAll();
    if (isKept) return;
    for (const queue of new Set([...queuesHeld(client), ...taken])) {
      // Where it fails they come back by themselves, when their time is over.
      void leaving.run({ queue }).then(() => forgetSample(client, queue));
    }
  });
  useEffect(() => {
    // Back again before the other page was there: nothing was left, so nothing is kept for coming back.
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
      const held = queuesHeld(client).reduce((sum, queue) => sum + heldNow(client, queue), 0);
      if (held === 0) return;
      toast.show({
        id: 'kept held',
        message: `${messageWords(held)} ${held === 1 ? 'stays' : 'stay'} held`,
        detail: 'Back in Dead letters they are as you left them, until their time is over.',
      });
    },
  };
}
