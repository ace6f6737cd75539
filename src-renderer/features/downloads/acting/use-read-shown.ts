import { useReadAgain } from '#renderer/contract/use-read-again.ts';
import type { ReadAgain } from '#renderer/contract/use-read-again.ts';
import { isTouched } from './use-follow-jobs.ts';

/** Reads again what is shown: of the days the chosen one alone, since a past day seldom changes and each one costs. */
export function useReadShown(day: string | null): ReadAgain {
  const days = new Set(day === null ? [] : [day]);
  const { reading, readAgain } = useReadAgain((_operation, query) => isTouched(query, days));
  return {
    reading,
    readAgain: () => {
      if (!reading) readAgain();
    },
  };
}
