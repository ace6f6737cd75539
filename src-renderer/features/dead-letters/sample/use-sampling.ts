import { useState } from 'react';
import { nothingSelected } from '#renderer/ui/data-table/selection.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import { usualChoice } from './sample-choice.ts';
import type { SampleChoice } from './sample-choice.ts';
import { useGiveBack } from './use-give-back.ts';
import { useSampler } from './use-sampler.ts';
import type { Sampler } from './use-sampler.ts';

export interface Sampling {
  readonly sampler: Sampler;
  readonly onGiveBack: (queue: string) => void;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly selectedOf: (queue: string) => Selection;
  readonly select: (queue: string, selected: Selection) => void;
}

/** What is received and selected of each queue, for as long as the page is shown: going from one to another loses nothing. */
export function useSampling(): Sampling {
  const sampler = useSampler();
  const { giveBack } = useGiveBack(sampler);
  const [choice, setChoice] = useState(usualChoice);
  const [selections, setSelections] = useState<ReadonlyMap<string, Selection>>(new Map());
  return {
    sampler,
    onGiveBack: giveBack,
    choice,
    onChoose: (change) => setChoice((before) => ({ ...before, ...change })),
    selectedOf: (queue) => selections.get(queue) ?? nothingSelected,
    select: (queue, selected) => setSelections((before) => new Map(before).set(queue, selected)),
  };
}
