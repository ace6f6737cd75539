import { grouped } from '#shared/domain/grouped-number.ts';
import { holdTimes, holdWords, sampleSizes, usualHold, usualSize } from './sample-words.ts';

/** How many to receive at the next press, and for how long they are held. */
export interface SampleChoice {
  readonly size: number;
  readonly holdSeconds: number;
}

export const usualChoice: SampleChoice = { size: usualSize, holdSeconds: usualHold };

export const sizeOptions = sampleSizes.map((size) => ({ value: String(size), label: grouped(size) }));

export const holdOptions = holdTimes.map((seconds) => ({
  value: String(seconds),
  label: holdWords(seconds),
}));
