import type { Values } from './question/fields.ts';
import { useKept } from '#renderer/contract/use-kept.ts';

/**
 * The state that the page keeps while the window is open. Typed values may be personal data, so they are
 * never stored. The query cache that holds them is emptied when the connection or the person changes.
 */
interface ExplorerMemory {
  /** Maps a system to typed values, which other questions with the same parameter reuse. */
  readonly typed: ReadonlyMap<string, Values>;
  /** Maps a system and pattern to the sets of a question that asks for many items at once. */
  readonly sets: ReadonlyMap<string, readonly Values[]>;
  /** Maps a system and parameter to recent values, the latest first. */
  readonly recent: ReadonlyMap<string, readonly string[]>;
  /** Maps a system and pattern to the last values that no address may contain. */
  readonly personal: ReadonlyMap<string, readonly Values[]>;
  /** Maps a system to the question that was open last. */
  readonly pattern: ReadonlyMap<string, string>;
  /** Maps a system and pattern to the chosen columns. */
  readonly columns: ReadonlyMap<string, readonly string[]>;
  readonly listWidth: number;
  readonly itemWidth: number;
}

export interface MemoryHandle {
  readonly memory: ExplorerMemory;
  readonly remember: (change: (memory: ExplorerMemory) => Partial<ExplorerMemory>) => void;
}

export function useExplorerMemory(): MemoryHandle {
  const [memory, change] = useKept(memoryKey, nothingYet);
  return { memory, remember: (next) => change((before) => ({ ...before, ...next(before) })) };
}

/** Makes a key of two names; no name contains this character. */
export function toMemoryName(system: string, name: string): string {
  return `${system}\u001F${name}`;
}

const recentAtMost = 6;

export function addRecent(
  recent: ExplorerMemory['recent'],
  system: string,
  sets: readonly Values[],
): ExplorerMemory['recent'] {
  const next = new Map(recent);
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) {
    if (value === '') continue;
    const key = toMemoryName(system, name);
    const others = (next.get(key) ?? []).filter((one) => one !== value);
    next.set(key, [value, ...others].slice(0, recentAtMost));
  }
  return next;
}

const memoryKey = ['explorer.memory'];

const nothingYet: ExplorerMemory = {
  typed: new Map(),
  sets: new Map(),
  recent: new Map(),
  personal: new Map(),
  pattern: new Map(),
  columns: new Map(),
  listWidth: 326,
  itemWidth: 366,
};
