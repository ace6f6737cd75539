import { useState } from 'react';
import { useCommand } from '#renderer/contract/use-command.ts';
import type { DocumentName } from './use-document.ts';

export interface RevealedValue {
  readonly value: string;
  readonly readings: readonly { readonly reader: string; readonly value: string }[];
}

export interface Revealed {
  readonly revealed: ReadonlyMap<string, RevealedValue>;
  /** On their way. */
  readonly asked: ReadonlySet<string>;
  readonly reveal: (field: string) => void;
}

/** The values somebody has asked to see; they live as long as the page that shows them. */
export function useRevealed(name: DocumentName): Revealed {
  const [revealed, setRevealed] = useState<Revealed['revealed']>(new Map());
  const [asked, setAsked] = useState<Revealed['asked']>(new Set());
  const command = useCommand('documents.reveal');

  async function bring(field: string): Promise<void> {
    setAsked((before) => new Set(before).add(field));
    const result = await command.run({ ...name, field });
    setAsked((before) => new Set([...before].filter((one) => one !== field)));
    if (result.ok) setRevealed((before) => new Map(before).set(field, result.value));
  }

  return {
    revealed,
    asked,
    reveal: (field) => {
      // Each time is a line in the audit trail.
      if (!revealed.has(field) && !asked.has(field)) void bring(field);
    },
  };
}
