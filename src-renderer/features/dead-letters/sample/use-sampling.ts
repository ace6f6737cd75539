import { useKept } from '#renderer/contract/use-kept.ts';
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
  readonly keepOnLeaving: () => void;
  readonly choice: SampleChoice;
  readonly onChoose: (change: Partial<SampleChoice>) => void;
  readonly selectedOf: (queue: string) => Selection;
  readonly select: (queue: string, selected: Selection) => void;
}

/** What is received and selected of each queue: going from one to another, or following a link and coming back, loses nothing. */
export function useSampling(): Sampling {
  const sampler = useSampler();
  const { giveBack, keepOnLeaving } = useGiveBack(sampler);
  const [choice, setChoice] = useKept<SampleChoice>(choiceKey, usualChoice);
  const [selections, setSelections] = useKept(selectionsKey, nothingYet);
  return {
    sampler,
    onGiveBack: giveBack,
    keepOnLeaving,
    choice,
    onChoose: (change) => setChoice((before) => ({ ...before, ...change })),
    selectedOf: (queue) => selections.get(queue) ?? nothingSelected,
    select: (queue, selected) => setSelections((before) => new Map(before).set(queue, selected)),
  };
}

const choiceKey = ['dead-letters.choice'];
const selectionsKey = ['dead-letters.selected'];
const nothingYet: ReadonlyMap<string, Selection> = new Map();
