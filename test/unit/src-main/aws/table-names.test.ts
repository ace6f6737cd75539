import { expect, it } from 'vitest';
import { tableNames } from '#main/aws/table-names.ts';
import { catalogue } from '#shared/catalogue/catalogue.ts';
import { aConnection } from '#test/builders/a-connection.ts';
import { library } from './dynamodb/a-library.ts';

const { extraction, downloads, funds, hr } = catalogue;
const { stage: _, ...withoutStage } = aConnection();

it('follows the convention with the stage', () => {
  expect(tableNames(library, aConnection())).toEqual({ books: 'library-staging', years: 'library-years' });
  expect(tableNames(library, 'sandbox')).toEqual({ books: 'library-sandbox', years: 'library-years' });
});

it('has no name if there is no stage', () => {
  expect(tableNames(library, withoutStage)).toEqual({ books: null, years: 'library-years' });
});

it('uses the names in a connection, with a stage or without', () => {
  const own = {
    extraction: { table: 'e' },
    downloads: { jobsTable: 'j', batchesTable: 'b' },
    funds: { table: 'f' },
    hr: { table: 'h' },
  };
  for (const connection of [aConnection(own), { ...withoutStage, ...own }]) {
    expect(tableNames(extraction, connection)).toEqual({ main: 'e' });
    expect(tableNames(downloads, connection)).toEqual({ jobs: 'j', batches: 'b' });
    expect(tableNames(funds, connection)).toEqual({ main: 'f' });
    expect(tableNames(hr, connection)).toEqual({ main: 'h' });
  }
});

it('uses one of two names, and the convention for the other', () => {
  const connection = aConnection({ downloads: { batchesTable: 'b' } });
  expect(tableNames(downloads, connection)).toEqual({ jobs: 'data-download-jobs', batches: 'b' });
});

it('a system from a file has no names of its own, whatever its id', () => {
  const connection = aConnection({ hr: { table: 'h' } });
  expect(tableNames({ ...library, id: '__proto__' }, connection)).toEqual(tableNames(library, connection));
});
