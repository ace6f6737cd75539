import type {
  EntityDeclaration,
  IndexDeclaration,
  PatternDeclaration,
  SystemDeclaration,
} from '#shared/catalogue/declaration.ts';
import type { Finding, SampledItems } from '#shared/catalogue/review/review-system.ts';
import { reviewSystem } from '#shared/catalogue/review/review-system.ts';

/** Returns a system with a table "main" with PK and SK, and the parts that a test is about. */
export function aSystem(parts: Partial<SystemDeclaration> = {}): SystemDeclaration {
  return { id: 'small', name: 'Small', about: '', tables: aTable(), entities: {}, patterns: {}, ...parts };
}

export function aTable(
  indexes: Readonly<Record<string, IndexDeclaration>> = {},
  timeToLive?: string,
): SystemDeclaration['tables'] {
  return {
    main: {
      name: 'small',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      indexes,
      ...(timeToLive === undefined ? {} : { timeToLive }),
    },
  };
}

export function anIndex(parts: Partial<IndexDeclaration> = {}): IndexDeclaration {
  return {
    partition: { name: 'GSI1PK', type: 'S' },
    sort: { name: 'GSI1SK', type: 'S' },
    projection: 'ALL',
    ...parts,
  };
}

export function anEntity(
  keys: EntityDeclaration['keys'],
  parts: Partial<EntityDeclaration> = {},
): EntityDeclaration {
  return { table: 'main', keys, attributes: {}, ...parts };
}

export function aPattern(
  on: string,
  partition: string,
  returns: readonly string[],
  parts: Partial<PatternDeclaration> = {},
): PatternDeclaration {
  return { number: 'AP1', asks: 'Which?', title: 'Which', on, partition, returns, gives: 'many', ...parts };
}

export function found(
  rule: string,
  system: SystemDeclaration,
  sampled?: SampledItems,
  now?: number,
): readonly Finding[] {
  return reviewSystem(system, sampled, now).filter((finding) => finding.rule === rule);
}

export const taskStatus = {
  attribute: 'status',
  moves: { WAITING: ['WORKING'], WORKING: ['DONE'], DONE: [] },
} as const;
