import { system } from '#shared/catalogue/declaration.ts';

/** This system of a team has one of everything that a policy must distinguish. */
export const ledger = system({
  id: 'team-ledger',
  name: 'Ledger',
  about: 'Books of many tenants.',
  tenant: 'tenantId',
  tables: {
    main: {
      name: 'ledger-{stage}',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      indexes: {
        GSI1: { partition: { name: 'GSI1PK', type: 'S' }, projection: 'ALL' },
        GSI2: { partition: { name: 'GSI2PK', type: 'S' }, projection: 'ALL' },
        Unused: { partition: { name: 'day', type: 'S' }, projection: 'KEYS_ONLY' },
      },
    },
    archive: { name: 'ledger-archive', partition: { name: 'id', type: 'S' } },
  },
  entities: {
    Book: {
      table: 'main',
      keys: { PK: 'TENANT#{tenantId}', SK: 'BOOK#{bookId}' },
      attributes: { name: { type: 'text' } },
    },
    Line: {
      table: 'main',
      keys: {
        PK: 'TENANT#{tenantId}#BOOK#{bookId}',
        SK: 'LINE#{lineId}',
        GSI1PK: 'TENANT#{tenantId}#STATUS#{status}',
        GSI2PK: '{lineId}',
      },
      attributes: { amount: { type: 'number' } },
    },
    Archived: { table: 'archive', keys: { id: '{tenantId}-{day:date}' }, attributes: {} },
  },
  patterns: {
    book: {
      number: 'AP1',
      asks: 'Which book is this?',
      title: 'Book',
      on: 'main',
      partition: 'TENANT#{tenantId}',
      sort: { equals: 'BOOK#{bookId}' },
      returns: ['Book'],
      gives: 'one',
    },
    lines: {
      number: 'AP2',
      asks: 'Which lines has this book?',
      title: 'Lines',
      on: 'main',
      partition: 'TENANT#{tenantId}#BOOK#{bookId}',
      returns: ['Line'],
      gives: 'many',
    },
    linesByStatus: {
      number: 'AP3',
      asks: 'Which lines have a status?',
      title: 'Lines by status',
      on: 'main.GSI1',
      partition: 'TENANT#{tenantId}#STATUS#{status}',
      returns: ['Line'],
      gives: 'many',
    },
    lineById: {
      number: 'AP4',
      asks: 'Which line has this id?',
      title: 'Line by id',
      on: 'main.GSI2',
      partition: '{lineId}',
      returns: ['Line'],
      gives: 'one',
    },
    archived: {
      number: 'AP5',
      asks: 'What was archived on these days?',
      title: 'Archived',
      on: 'archive',
      partition: '{tenantId}-{day:date}',
      returns: ['Archived'],
      gives: 'many',
      each: true,
    },
  },
});
