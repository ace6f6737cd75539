import type { Values } from './question/fields.ts';
import { useKept } from '#renderer/contract/use-kept.ts';

/**
 * The page keeps this while the window is open: typed values may be personal data, so they are written
 * nowhere. It lives in the query cache, which is emptied when another connection or person takes over.
 */
interface ExplorerMemory {
  /** By system: a value typed for one question is there for the next that has the parameter. */
  readonly typed: ReadonlyMap<string, Values>;
  /** By system and pattern: the sets of a question that asks for many items at once. */
  readonly sets: ReadonlyMap<string, readonly Values[]>;
  /** By system and parameter, the latest first. */
  readonly recent: ReadonlyMap<string, readonly string[]>;
  /** By system and pattern: values it was last asked with that no address may hold. */
  readonly personal: ReadonlyMap<string, readonly Values[]>;
  /** By system: the question last looked at. */
  readonly pattern: ReadonlyMap<string, string>;
  /** By system and pattern. */
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

/** A key of two names; no name has this character in it. */
export function memoryName(system: string, name: string): string {
  return `${system}\u001F${name}`;
}

const recentAtMost = 6;

export function withRecent(
  recent: ExplorerMemory['recent'],
  system: string,
  sets: readonly Values[],
): ExplorerMemory['recent'] {
  const next = new Map(recent);
  for (const [name, value] of sets.flatMap((set) => Object.entries(set))) {
    if (value === '') continue;
    const key = memoryName(system, name);
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
