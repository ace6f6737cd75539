import type { PatternDeclaration, SystemDeclaration } from '../../declaration.ts';
import { keyPlaces } from '../../keys/key-places.ts';
import type { KeyPlace } from '../../keys/key-places.ts';
import { locate } from '../../questions/locate.ts';
import { checkConditions } from './check-conditions.ts';
import { checkReach } from './check-reach.ts';
import { checkReturns } from './check-returns.ts';
import { oneOf } from './complaint.ts';
import type { Complaint } from './complaint.ts';

export function checkPatterns(system: SystemDeclaration): readonly Complaint[] {
  const places = keyPlaces(system);
  return [
    ...checkNumbers(system.patterns),
    ...Object.entries(system.patterns).flatMap(([name, { on }]) => {
      const path = ['patterns', name];
      const place = places.find((one) => one.on === on);
      if (place === undefined) return [{ path: [...path, 'on'], message: placeProblem(on, places) }];
      const located = locate(system, name);
      const wrong = checkConditions(located, path);
      return [
        ...(wrong.length === 0 ? checkReach(located, place, path) : wrong),
        ...checkReturns(system, located, place, path),
      ];
    }),
  ];
}

/** Receipts and reports name a pattern by its number. */
function checkNumbers(patterns: Readonly<Record<string, PatternDeclaration>>): readonly Complaint[] {
  const numbers = new Map<string, string>();
  return Object.entries(patterns).flatMap(([name, { number }]): Complaint[] => {
    const before = numbers.get(number);
    numbers.set(number, name);
    if (before === undefined) return [];
    const message = `is the number of "${before}" too; expected one of its own`;
    return [{ path: ['patterns', name, 'number'], message }];
  });
}

function placeProblem(on: string, places: readonly KeyPlace[]): string {
  return `${on.includes('.') ? 'names no index' : 'names no table'} of this system; expected ${oneOf(places.map((place) => place.on))}`;
}
