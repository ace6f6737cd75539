import { listed } from '../../domain/listed-words.ts';
import { plainTemplate } from '../templates/key-words.ts';
import type { Observation, ReviewRule } from './finding.ts';
import { reaches } from './reach.ts';
import { ownKeys, sharingAnId } from './related-keys.ts';

/** A question that nothing can answer reads nothing, and looks as if there were nothing. */
export const patternWithoutIndex: ReviewRule = {
  name: 'pattern-without-index',
  check: (system) => {
    const keys = ownKeys(system);
    return reaches(system).flatMap(({ name, pattern, place, found, missed }): readonly Observation[] => {
      const about = { at: `${system.id}.${name}`, pattern: name };
      const question = `${pattern.number} "${pattern.title}"`;
      if (place === undefined) {
        return [
          {
            ...about,
            severity: 'high',
            says: `${question} is on ${pattern.on}, and there is no such table or index.`,
            why: 'It cannot be asked; what cannot be asked ends as a scan in somebody’s script.',
            remedy: 'Ask it on a table or index that is there; else declare and create the index.',
          },
        ];
      }
      const apart = new Set(sharingAnId(keys, pattern).map(({ entity }) => entity));
      // What is missed because it is kept elsewhere is for related-entities-apart to say.
      const lost = found.length === 0 ? missed : missed.filter((entity) => !apart.has(entity));
      if (lost.length === 0) return [];
      const condition = plainTemplate(pattern.partition);
      return [
        {
          ...about,
          severity: found.length === 0 ? 'high' : 'medium',
          says: `${question} can never find ${listed(lost, 'or')}: ${listed(lost)} ${lost.length === 1 ? 'writes' : 'write'} no key on ${pattern.on} that fits ${condition}${pattern.sort === undefined ? '' : ' and the condition on its sort key'}.`,
          why: 'The answer is always empty, and an empty answer reads as "there is none".',
          remedy: `Correct the key condition; else write the keys of ${pattern.on} on ${listed(lost)}.`,
          table: place.tableKey,
        },
      ];
    });
  },
};
