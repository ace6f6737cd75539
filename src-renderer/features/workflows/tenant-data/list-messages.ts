/** The sentences of a tenant's suppliers and purchase orders. */
export const messages = {
  lists: {
    label: 'List of the tenant',
    workflows: 'Workflows',
    suppliers: 'Suppliers',
    orders: 'Purchase orders',
  },
  hint: {
    suppliers: 'a bank account that is not listed stops an approval',
    orders: 'documents are checked against these',
  },
  notRead: "Couldn't load the list",
  nothingChanged: 'Nothing was changed.',
  none: {
    suppliers: 'No suppliers yet',
    orders: 'No purchase orders yet',
  },
  noneText: 'While the list is empty, this rule checks nothing. Add an entry, or import a CSV file.',
  end: (count: number, most: number, isAll: boolean): string =>
    isAll
      ? `${count.toLocaleString('en')} of at most ${most.toLocaleString('en')}`
      : `More than ${most.toLocaleString('en')} entries: the rule is not checked. Remove some.`,
  adminsOnly: 'Suppliers and purchase orders require the admin role.',
  add: { suppliers: 'Add supplier', orders: 'Add order' },
  importCsv: 'Import CSV',
  addTitle: { suppliers: 'Add a supplier', orders: 'Add a purchase order' },
  remove: 'Remove',
  save: 'Save',
  cancel: 'Cancel',
  name: 'Name',
  nameWrong: 'Enter a name of at most 200 characters.',
  vatNumber: 'VAT number',
  ibans: 'Bank accounts',
  ibansHint: 'One IBAN a line. A change is shown to every admin, with your name and the time.',
  number: 'Number',
  numberWrong: 'Enter a number of at most 64 characters, with a letter or a digit.',
  supplier: 'Supplier',
  anySupplier: 'Any supplier',
  reason: 'Reason, kept with the change',
  reasonWrong: 'Reason required. It is kept with the change.',
  typeEnvironment: (environment: string): string => `Type the environment, ${environment}`,
  accountsChange:
    'Bank accounts change. Confirm them by a telephone number that you already have, not by one from the letter or e-mail.',
  noAccount: 'none',
  changes: 'Changes',
  changesHint: 'newest first',
  changesNotRead: "Couldn't load the changes.",
  noChanges: 'No changes yet.',
  moreChanges: 'Show earlier changes',
  accountsChanged: 'Bank accounts changed',
  accountFrom: 'Before',
  accountTo: 'Now',
  by: (who: string): string => `by ${who}`,
  unknownPerson: 'an unknown person',
  counts: ({ added, changed, removed }: Counts): string => {
    const told = [
      [added, 'added'],
      [changed, 'changed'],
      [removed, 'removed'],
    ] as const;
    const parts = told.flatMap(([count, what]) => (count ? [`${count.toLocaleString('en')} ${what}`] : []));
    return parts.join(', ') || 'nothing changed';
  },
  done: (counts: string): string => `List saved: ${counts}`,
  overtaken: 'Another person has changed this entry. Nothing was saved. Close this, and open it again.',
  full: 'The list is full. Remove entries first.',
  gone: 'The entry is no longer there. Nothing was changed.',
  same: 'It already says this. Nothing was changed.',
  partly: (failed: string): string =>
    `A part of the file was imported. ${failed} Import it again to send the rest: what is there stays as it is.`,
  csv: {
    title: { suppliers: 'Import suppliers', orders: 'Import purchase orders' },
    about: {
      suppliers:
        'A CSV file with a head line: name, and any of id, vat, iban. Several accounts in one cell are separated by a slash. Entries with the same id are replaced; others stay.',
      orders:
        'A CSV file with a head line: number, and perhaps supplier (its id). Entries with the same number are replaced; others stay.',
    },
    file: 'File',
    listNotRead: 'The list is not loaded yet. An import is compared with it first.',
    tooLarge: 'The file is larger than 1 MB. Nothing was read.',
    unreadable: 'The file could not be read as text. Nothing was read.',
    found: (added: number, changed: number, same: number): string =>
      `${added.toLocaleString('en')} new, ${changed.toLocaleString('en')} changed, ${same.toLocaleString('en')} as they are`,
    accounts: (count: number): string =>
      count === 1
        ? 'The bank accounts of 1 listed supplier change:'
        : `The bank accounts of ${count.toLocaleString('en')} listed suppliers change:`,
    more: (count: number): string => `and ${count.toLocaleString('en')} more`,
    import: (count: number): string => `Import ${count.toLocaleString('en')}`,
    noColumn: (name: string): string => `The head line has no column "${name}".`,
    noName: 'has no name.',
    noNumber: 'has no number.',
    tooLong: 'is too long.',
    tooManyAccounts: 'has too many bank accounts.',
    openQuote: 'A quote does not end.',
    empty: 'The file has no entries.',
    inLine: (line: number, problem: string): string => `Line ${String(line)} ${problem}`,
    twice: (key: string): string => `repeats "${key}".`,
    tooMany: (count: number, most: number): string =>
      `The file has ${count.toLocaleString('en')} entries; a list has at most ${most.toLocaleString('en')}.`,
  },
};

interface Counts {
  readonly added: number | null;
  readonly changed: number | null;
  readonly removed: number | null;
}
