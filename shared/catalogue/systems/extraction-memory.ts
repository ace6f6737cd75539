import type { EntityDeclaration, PatternDeclaration, SampleItem } from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

/** These items keep what people know about a cause of failures or of dead letters (decision 045). */
export const memoryEntities = {
  CauseMemory: {
    table: 'main',
    about: 'What is remembered of a cause: a note on what to do about it, and how the last attempts went.',
    keys: { PK: 'CAUSE#{cause}', SK: 'MEMORY' },
    attributes: {
      ...commonAttributes,
      note: { type: 'text', optional: true },
      notedBy: { type: 'text', optional: true },
      notedAt: { type: 'time', optional: true },
      outcomes: { type: 'list', optional: true, about: 'The last redrives and reprocesses, in numbers.' },
      outcomesVersion: { type: 'number', optional: true },
    },
    tenantless:
      'A cause is of all tenants that it hits. Only roles that see all tenants may read it; no tenant is named in it.',
    bytes: 900,
    largestBytes: 5_000,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const memoryPatterns = {
  causeMemories: {
    number: 'AP72',
    asks: 'What is remembered of these causes?',
    title: 'Memory of causes',
    on: 'main',
    partition: 'CAUSE#{cause}',
    sort: { equals: 'MEMORY' },
    returns: ['CauseMemory'],
    gives: 'many',
    each: true,
    usage: { callsPerDay: 600, items: 6 },
  },
} as const satisfies Record<string, PatternDeclaration>;

export const memorySamples: readonly SampleItem[] = [
  {
    PK: 'CAUSE#b8cf51',
    SK: 'MEMORY',
    version: 4,
    createdAt: '2026-11-19T09:31:04.000Z',
    updatedAt: '2026-11-19T11:24:00.000Z',
    note: 'Wait for a quiet hour, then reprocess in small steps.',
    notedBy: 'user-tomas-lindqvist',
    notedAt: '2026-11-19T11:24:00.000Z',
    outcomes: [
      {
        jobId: '01KAE8J0000000000000000000',
        kind: 'reprocess',
        by: 'user-tomas-lindqvist',
        at: '2026-11-19T11:05:00.000Z',
        total: 40,
        fixed: 40,
        back: 0,
      },
    ],
    outcomesVersion: 1,
  },
];
