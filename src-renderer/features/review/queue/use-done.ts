import { useQueryClient } from '@tanstack/react-query';
import type { ReviewKey } from '#shared/contract/review/document.ts';
import { documentKey } from '#renderer/contract/lay-changes.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { Done } from './laid-queue.ts';

export interface DoneHere {
  readonly done: ReadonlyMap<string, Done>;
  readonly markDone: (key: ReviewKey, version: number | null) => void;
  readonly unmark: (key: ReviewKey) => void;
}

/** What this person was done with in this window. Drafts and counters of the desk follow from it. */
export function useDone(): DoneHere {
  const client = useQueryClient();
  const [done, setDone] = useKept<ReadonlyMap<string, Done>>(doneKey, nothingDone);
  const readDesk = () => void client.invalidateQueries({ queryKey: deskOptions.queryKey });
  return {
    done,
    markDone: (key, version) => {
      setDone((before) => new Map(before).set(documentKey(key), { version, at: Date.now() }));
      readDesk();
    },
    unmark: (key) => {
      setDone((before) => new Map([...before].filter(([one]) => one !== documentKey(key))));
      readDesk();
    },
  };
}

/** Of this machine: drafts, what is set aside, and the day's counters. */
export const deskOptions = operationOptions('review.desk', {});
const doneKey = ['review', 'done'];
const nothingDone: ReadonlyMap<string, Done> = new Map();
