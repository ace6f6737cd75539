import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';

/** This lending library is small, and uses everything that a declaration can say. */
const library = {
  id: 'library',
  name: 'Library',
  about: 'Who has borrowed which book.',
  tenant: 'branchId',
  tables: {
    main: {
      name: 'library-{stage}',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      timeToLive: 'ttl',
      indexes: {
        GSI1: {
          partition: { name: 'GSI1PK', type: 'S' },
          sort: { name: 'dueAt', type: 'N' },
          projection: ['title', 'status'],
        },
      },
    },
    readers: { name: 'library-readers', partition: { name: 'readerId', type: 'S' } },
  },
  entities: {
    Branch: {
      table: 'main',
      keys: { PK: 'BRANCH#{branchId}', SK: 'METADATA' },
      attributes: { city: { type: 'text' } },
    },
    Loan: {
      table: 'main',
      keys: {
        PK: 'BRANCH#{branchId}',
        SK: 'LOAN#{day:date}#{loanId:ulid}',
        GSI1PK: 'BRANCH#{branchId}#STATUS#{status}',
        dueAt: '{dueAt:epochMs}',
      },
      sparse: { GSI1: 'while it is out' },
      attributes: {
        title: { type: 'text' },
        status: { type: 'text', oneOf: ['out', 'late', 'back'] },
        dueAt: { type: 'epoch milliseconds' },
        ttl: { type: 'epoch seconds', optional: true },
        doorCode: { type: 'text', secret: 'the code of the night door' },
      },
      status: { attribute: 'status', moves: { out: ['late', 'back'], late: ['back'], back: [] } },
      bytes: 300,
      largestBytes: 1_200,
    },
    Reader: {
      table: 'readers',
      keys: { readerId: '{readerId}' },
      tenantless: 'A reader may borrow in every branch.',
      attributes: { email: { type: 'e-mail', private: 'an e-mail address' } },
    },
  },
  patterns: {
    branch: {
      number: 'L1',
      asks: 'Which branch is this?',
      title: 'Branch',
      on: 'main',
      partition: 'BRANCH#{branchId}',
      sort: { equals: 'METADATA' },
      returns: ['Branch'],
      gives: 'one',
    },
    loans: {
      number: 'L2',
      asks: 'What has this branch lent?',
      title: 'Loans',
      on: 'main',
      partition: 'BRANCH#{branchId}',
      sort: { beginsWith: 'LOAN#' },
      order: 'newest first',
      returns: ['Loan'],
      gives: 'many',
      pageSize: 25,
    },
    loansBetween: {
      number: 'L3',
      asks: 'What was lent from one day on, and before another?',
      title: 'Loans by day',
      on: 'main',
      partition: 'BRANCH#{branchId}',
      sort: { between: ['LOAN#{since:date}', 'LOAN#{until:date}'] },
      returns: ['Loan'],
      gives: 'many',
    },
    due: {
      number: 'L4',
      asks: 'What is due before a moment?',
      title: 'Due loans',
      on: 'main.GSI1',
      partition: 'BRANCH#{branchId}#STATUS#{status}',
      sort: { before: '{moment:epochMs}' },
      order: 'oldest first',
      returns: ['Loan'],
      gives: 'many',
      attributes: ['PK', 'SK', 'title', 'dueAt'],
      usage: { callsPerDay: 24, items: 40, bytes: 12_000 },
    },
    loansById: {
      number: 'L5',
      asks: 'Which loans are these?',
      title: 'Loans by id',
      on: 'main',
      partition: 'BRANCH#{branchId}',
      sort: { equals: 'LOAN#{day:date}#{loanId:ulid}' },
      returns: ['Loan'],
      gives: 'many',
      each: true,
    },
    reader: {
      number: 'L6',
      asks: 'Which reader is this?',
      title: 'Reader',
      on: 'readers',
      partition: '{readerId}',
      returns: ['Reader'],
      gives: 'one',
    },
  },
  parameters: {
    branchId: { label: 'Branch', example: 'north' },
    status: { label: 'Status', oneOf: ['out', 'late'] },
  },
  writes: { lend: { title: 'Lend', about: 'One item and its index entry.', callsPerDay: 200, wru: 2 } },
  samples: {
    main: [
      { PK: 'BRANCH#north', SK: 'METADATA', city: 'Leith' },
      {
        PK: 'BRANCH#north',
        SK: 'LOAN#2026-11-20#01JD4N9V8M7T0000000000000A',
        title: 'Kidnapped',
        dueAt: 1_763_650_000_000,
        fine: { $: { N: '0.10000000000000000000000000000000000001' } },
      },
    ],
  },
  printed: { day: '$0.01', source: 'an example' },
} as const satisfies SystemDeclaration;

export function aSystem(): SystemDeclaration {
  return structuredClone<SystemDeclaration>(library);
}

/** Returns the same system as JSON with one place changed: `aSystemWith('patterns.due.on', 'main.GSI9')`. */
export function aSystemWith(path: string, value: unknown): unknown {
  const json: unknown = aSystem();
  const names = path.split('.');
  const last = names.pop() ?? '';
  let at = json;
  for (const name of names) at = (at as Record<string, unknown>)[name];
  if (value === undefined) Reflect.deleteProperty(at as object, last);
  else (at as Record<string, unknown>)[last] = value;
  return json;
}
