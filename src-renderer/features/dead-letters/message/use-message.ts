import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageDetail } from '#shared/contract/dead-letters/messages.ts';
import type { Failure } from '#shared/contract/result.ts';
import { useCommand } from '#renderer/contract/use-command.ts';

export type MessageState =
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'open'; readonly detail: MessageDetail };

export interface MessageHandle {
  readonly state: MessageState;
  readonly retry: () => void;
}

/** Who steps through a list with J held down has looked at none of it, and the audit trail says who has looked. */
const settleMs = 150;

/** A message that is held, opened as soon as somebody stays with it. */
export function useMessage(queue: string, messageId: string): MessageHandle {
  const open = useCommand('dead-letters.message', { toldInPlace: true });
  const [round, setRound] = useState(0);
  const [answer, setAnswer] = useState<{ readonly to: string; readonly state: MessageState }>();
  const asked = JSON.stringify([queue, messageId, round]);

  const read = useEffectEvent(() => open.run({ queue, messageId }));
  useEffect(() => {
    let current = true;
    const ask = async () => {
      const result = await read();
      if (!current) return;
      const state: MessageState = result.ok
        ? { kind: 'open', detail: result.value }
        : { kind: 'failed', failure: result.failure };
      setAnswer({ to: asked, state });
    };
    const timer = setTimeout(() => void ask(), settleMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [asked]);

  return {
    state: answer?.to === asked ? answer.state : { kind: 'reading' },
    retry: () => setRound(round + 1),
  };
}
