import { useAskQuestion } from '../answer/use-answer.ts';
import { writeAddress } from '../explorer-address.ts';
import type { ExplorerAddress, Go } from '../explorer-address.ts';
import { memoryName, withRecent } from '../explorer-memory.ts';
import type { MemoryHandle } from '../explorer-memory.ts';
import { partedValues, questionOf } from './question-in-address.ts';
import type { HowToRead, PlacedQuestion } from './question-in-address.ts';
import type { Values } from './values.ts';

export interface AskingParts {
  readonly placed: PlacedQuestion;
  readonly address: ExplorerAddress;
  readonly how: HowToRead;
  readonly memory: MemoryHandle;
  readonly go: Go;
}

/** Ask: the address says what was asked, memory keeps what it may not say, and then it is read. */
export function useAsking({
  placed,
  address,
  how,
  memory,
  go,
}: AskingParts): (sets: readonly Values[]) => void {
  const ask = useAskQuestion();
  const { system, pattern, fields } = placed;

  return (sets) => {
    const question = questionOf(placed, sets, how);
    const { shared, personal } = partedValues(fields, question.params);
    memory.remember((before) => ({
      recent: withRecent(before.recent, system, question.params),
      personal: new Map(before.personal).set(memoryName(system, pattern), personal),
    }));
    const next: ExplorerAddress = { ...address, ...how, system, pattern, values: shared, item: null };
    go(next, isSamePlace(next, { ...address, item: null }) ? 'replace' : 'push');
    void ask(question);
  };
}

function isSamePlace(one: ExplorerAddress, other: ExplorerAddress): boolean {
  return JSON.stringify(writeAddress(one)) === JSON.stringify(writeAddress(other));
}
