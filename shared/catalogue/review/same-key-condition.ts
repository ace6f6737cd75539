import { listed } from '../../domain/listed-words.ts';
import { placeOf } from '../questions/locate.ts';
import type { ReviewRule } from './finding.ts';
import { sameCondition } from './same-condition.ts';

/** Two questions that are one request, and differ in what they want from it, hide a filter in their readers. */
export const sameKeyCondition: ReviewRule = {
  name: 'same-key-condition',
  check: (system) => {
    const patterns = Object.entries(system.patterns);
    return patterns.flatMap(([name, one], index) =>
      patterns
        .slice(index + 1)
        .filter(([, other]) => sameCondition(one, other) && !sameNames(one.returns, other.returns))
        .map(([, other]) => ({
          severity: 'low' as const,
          at: `${system.id}.${name}`,
          says: `${one.number} "${one.title}" and ${other.number} "${other.title}" ask with the same key condition for different things: ${listed(one.returns)}, and ${listed(other.returns)}.`,
          why: 'DynamoDB reads and charges for both each time; who asks has to sort out what was meant.',
          remedy: 'Make them one question, or give each a sort key prefix of its own.',
          table: placeOf(one.on).tableKey,
          pattern: name,
        })),
    );
  },
};

function sameNames(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}
