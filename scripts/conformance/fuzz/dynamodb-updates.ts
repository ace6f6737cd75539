import { aList, aNumber, aRank, aSet, aTeam, aValue } from './dynamodb-data.ts';
import { aPath, type Words } from './dynamodb-words.ts';

/** Excludes known differences of the other side, which would otherwise hide all others. */
export interface UpdateLimits {
  readonly beyondEndOfLists: boolean;
}

/** Builds one to four actions; now and then two of them overlap. */
export function anUpdate(words: Words, limits: UpdateLimits): string {
  const { dice } = words;
  const taken = new Set<string>();
  const paths = (count: number): string[] =>
    Array.from({ length: count }, () => aPath(dice)).filter((path) => {
      const root = path.replace(/[.[].*$/, '');
      const free = !taken.has(root) || dice.chance(0.05);
      taken.add(root);
      return free && (limits.beyondEndOfLists || !path.includes('['));
    });
  const clauses = [
    ['SET', [...paths(dice.integer(3)).map((path) => anAssignment(words, path)), ...someIndexKeys(words)]],
    [
      'REMOVE',
      [...paths(dice.chance(0.4) ? 1 : 0).map(words.path), ...dice.some(removableKeys(taken), 0.08)],
    ],
    [
      'ADD',
      paths(dice.chance(0.3) ? 1 : 0)
        .filter(isTopLevel)
        .map((path) => anAddition(words, path)),
    ],
    [
      'DELETE',
      paths(dice.chance(0.2) ? 1 : 0)
        .filter(isTopLevel)
        .map((path) => aDeletion(words, path)),
    ],
  ] as const;
  const written = clauses.filter(([, actions]) => actions.length > 0);
  if (written.length === 0) return `SET ${words.path('aa')} = ${words.value(aNumber(dice))}`;
  return written.map(([clause, actions]) => `${clause} ${actions.join(', ')}`).join(' ');

  function someIndexKeys({ value }: Words): string[] {
    const keys = [
      ['gg', () => aTeam(dice)],
      ['hh', () => aRank(dice)],
    ] as const;
    return dice.some(keys, 0.15).map(([name, key]) => {
      taken.add(name);
      return `${name} = ${value(dice.chance(0.95) ? key() : aValue(dice, 1))}`;
    });
  }
}

function removableKeys(taken: ReadonlySet<string>): string[] {
  return ['gg', 'hh'].filter((name) => !taken.has(name));
}

function isTopLevel(path: string): boolean {
  return !/[.[]/.test(path);
}

function anAssignment(words: Words, path: string): string {
  const { dice, value } = words;
  const target = words.path(path);
  const other = (): string => words.path(dice.pick(['aa', 'bb', 'ee', 'dd.xx']));
  const right = dice.pick([
    () => value(aValue(dice, 2)),
    () => value(aValue(dice, 1)),
    other,
    () => `${words.path('aa')} ${dice.pick(['+', '-'])} ${value(aNumber(dice))}`,
    () => `if_not_exists(${target}, ${value(aValue(dice, 1))})`,
    () => `if_not_exists(aa, ${value({ N: '0' })}) + ${value({ N: '1' })}`,
    () => `list_append(${words.path('ee')}, ${value({ L: aList(dice, 1) })})`,
    () => `list_append(if_not_exists(ee, ${value({ L: [] })}), ${value({ L: aList(dice, 1) })})`,
  ])();
  return `${target} = ${right}`;
}

function anAddition(words: Words, path: string): string {
  const { dice, value } = words;
  const usual = path === 'cc' || path === 'nn' ? aSet(dice) : aNumber(dice);
  return `${words.path(path)} ${value(dice.chance(0.95) ? usual : aValue(dice, 1))}`;
}

function aDeletion({ dice, value, path }: Words, at: string): string {
  return `${path(at)} ${value(dice.chance(0.95) ? aSet(dice) : aValue(dice, 1))}`;
}
