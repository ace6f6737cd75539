import type { World } from '../world/world.ts';

interface WorldFacts {
  readonly seed: string;
  /** Milliseconds, on the hour: its past lies before. */
  readonly anchor: number;
}

/** What its past was told from. */
export function factsOf({ store }: World): WorldFacts {
  const facts = store.collection<WorldFacts>('world/past').get('facts');
  if (!facts) throw new Error('This world has no past');
  return facts;
}
