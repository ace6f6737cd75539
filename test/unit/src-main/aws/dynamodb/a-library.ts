import type { Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { system } from '#shared/catalogue/declaration.ts';

/**
 * Declares a small system with one of everything: keys of both types, and indexes that hold all, some or only
 * keys.
 */
export const library = system({
  id: 'library',
  name: 'Library',
  about: 'Books on shelves.',
  tables: {
    books: {
      name: 'library-{stage}',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      timeToLive: 'ttl',
      indexes: {
        byState: {
          partition: { name: 'state', type: 'S' },
          sort: { name: 'since', type: 'N' },
          projection: 'ALL',
        },
        titles: {
          partition: { name: 'state', type: 'S' },
          sort: { name: 'SK', type: 'S' },
          projection: ['title'],
        },
        keys: { partition: { name: 'state', type: 'S' }, projection: 'KEYS_ONLY' },
      },
    },
    years: { name: 'library-years', partition: { name: 'year', type: 'N' } },
  },
  entities: {
    Book: {
      table: 'books',
      keys: { PK: 'SHELF#{shelf}', SK: 'BOOK#{book}', state: '{state}', since: '{since:epochMs}' },
      attributes: { title: { type: 'text' } },
    },
    Note: { table: 'books', keys: { PK: 'SHELF#{shelf}', SK: 'NOTE#{note}' }, attributes: {} },
    Year: { table: 'years', keys: { year: '{year:number}' }, attributes: {} },
  },
  patterns: {
    book: {
      number: 'AP1',
      asks: 'Which book is this?',
      title: 'Book',
      on: 'books',
      partition: 'SHELF#{shelf}',
      sort: { equals: 'BOOK#{book}' },
      returns: ['Book'],
      gives: 'one',
    },
    someBooks: {
      number: 'AP2',
      asks: 'Which books are these?',
      title: 'Some books',
      on: 'books',
      partition: 'SHELF#{shelf}',
      sort: { equals: 'BOOK#{book}' },
      returns: ['Book'],
      gives: 'many',
      each: true,
    },
    shelf: {
      number: 'AP3',
      asks: 'What is on this shelf?',
      title: 'Shelf',
      on: 'books',
      partition: 'SHELF#{shelf}',
      returns: ['Book', 'Note'],
      gives: 'many',
    },
    byState: {
      number: 'AP4',
      asks: 'Which books are in a state?',
      title: 'Books by state',
      on: 'books.byState',
      partition: '{state}',
      order: 'newest first',
      returns: ['Book'],
      gives: 'many',
    },
    stuck: {
      number: 'AP5',
      asks: 'Which books have been in a state for too long?',
      title: 'Stuck books',
      on: 'books.byState',
      partition: '{state}',
      sort: { before: '{olderThan:epochMs}' },
      returns: ['Book'],
      gives: 'many',
    },
    titles: {
      number: 'AP6',
      asks: 'Which titles are in a state?',
      title: 'Titles by state',
      on: 'books.titles',
      partition: '{state}',
      returns: ['Book'],
      gives: 'many',
    },
    keys: {
      number: 'AP7',
      asks: 'Which keys are in a state?',
      title: 'Keys by state',
      on: 'books.keys',
      partition: '{state}',
      returns: ['Book'],
      gives: 'many',
    },
    onlyTitles: {
      number: 'AP8',
      asks: 'What are the books of this shelf called?',
      title: 'Titles of a shelf',
      on: 'books',
      partition: 'SHELF#{shelf}',
      attributes: ['title', 'size.in.cm', '__proto__'],
      returns: ['Book'],
      gives: 'many',
    },
    someYears: {
      number: 'AP9',
      asks: 'Which years are these?',
      title: 'Years',
      on: 'years',
      partition: '{year:number}',
      returns: ['Year'],
      gives: 'many',
      each: true,
    },
    titlesOfState: {
      number: 'AP10',
      asks: 'What are the books in a state called?',
      title: 'Only titles by state',
      on: 'books.titles',
      partition: '{state}',
      attributes: ['title'],
      returns: ['Book'],
      gives: 'many',
    },
  },
});

export const libraryTable = 'library-sandbox';

export function aBook(book: string, more: Attributes = {}): Attributes {
  return { PK: { S: 'SHELF#a' }, SK: { S: `BOOK#${book}` }, ...more };
}

/** Returns the attributes that place an item in the state index, with `since` in milliseconds. */
export function inState(state: string, since: number): Attributes {
  return { state: { S: state }, since: { N: String(since) } };
}

export function names(page: { readonly items: readonly { readonly attributes: Attributes }[] }): string[] {
  return page.items.map(({ attributes }) => {
    const key = Object.hasOwn(attributes, 'SK') ? attributes['SK'] : undefined;
    return key && 'S' in key ? key.S : '';
  });
}
