import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-command.ts';

export interface Revealed {
  /** By their paths, as main has given them. */
  readonly values: ReadonlyMap<string, string>;
  /** On their way. */
  readonly asked: ReadonlySet<string>;
  readonly reveal: (path: string) => Promise<void>;
}

/** The values of one message that somebody has asked to see; they live as long as what shows them. */
export function useRevealed(queue: string, messageId: string): Revealed {
  const [values, setValues] = useState<Revealed['values']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const command = useCommand('dead-letters.reveal');

  async function reveal(path: string): Promise<void> {
    // Each time is a line in the audit trail.
    if (values.has(path) || asked.has(path)) return;
    setAsked((before) => new Set(before).add(path));
    const result = await command.run({ queue, messageId, path });
    setAsked((before) => new Set([...before].filter((one) => one !== path)));
    if (!result.ok) throw new Error(result.failure.message);
    setValues((before) => new Map(before).set(path, result.value.value));
  }

  return { values, asked, reveal };
}
