import type { PatternDeclaration, SystemDeclaration } from '../declaration.ts';
import { keyPlaces, reachedBy } from '../keys/key-places.ts';
import type { KeyPlace } from '../keys/key-places.ts';

/** What a pattern says it returns, parted by whether its key condition can ever bring it. */
export interface Reach {
  readonly name: string;
  readonly pattern: PatternDeclaration;
  /** Undefined where the pattern is on nothing that the system has. */
  readonly place: KeyPlace | undefined;
  readonly found: readonly string[];
  readonly missed: readonly string[];
}

export function reaches(system: SystemDeclaration): readonly Reach[] {
  const places = new Map(keyPlaces(system).map((place) => [place.on, place]));
  return Object.entries(system.patterns).map(([name, pattern]) => {
    const place = places.get(pattern.on);
    const reached = place === undefined ? [] : reachedBy(pattern, place).map(({ entity }) => entity);
    return {
      name,
      pattern,
      place,
      found: pattern.returns.filter((entity) => reached.includes(entity)),
      missed: pattern.returns.filter((entity) => !reached.includes(entity)),
    };
  });
}
