import type {
  AttributeDeclaration,
  EntityDeclaration,
  PatternDeclaration,
  SampleItem,
} from '../declaration.ts';
import { commonAttributes } from './extraction-attributes.ts';

/** A workflow's item says these of review, besides its thresholds. Each is optional. */
export const reviewAttributes = {
  rules: {
    type: 'map',
    optional: true,
    about:
      'The rules of review whose weight differs from the usual one: off, note, warn, stop, stop for two.',
  },
  dueHours: { type: 'number', optional: true, about: 'How long a document may wait for review.' },
  priority: { type: 'text', optional: true, oneOf: ['high', 'normal', 'low'] },
  customer: {
    type: 'map',
    optional: true,
    about: 'The names and VAT numbers by which documents address the tenant.',
  },
} as const satisfies Record<string, AttributeDeclaration>;

/** A document's item says these of the rules. */
export const decidedByRules = {
  findings: {
    type: 'list',
    optional: true,
    about: 'The rules that the document broke when it was approved, and the fields they are about.',
  },
  keptAs: {
    type: 'text',
    optional: true,
    about: 'The key under which it is kept while it is accepted, so that a second one is found.',
  },
} as const satisfies Record<string, AttributeDeclaration>;

/** These items keep what the rules of review ask: a tenant's lists, and what was accepted (decision 038). */
export const ruleEntities = {
  Supplier: {
    table: 'main',
    about: 'A supplier of a tenant, with the bank accounts that it is paid to.',
    keys: { PK: 'TENANT#{tenantId}#SUPPLIERS', SK: 'SUPPLIER#{supplierId}' },
    attributes: {
      ...commonAttributes,
      name: { type: 'text' },
      vatNumber: { type: 'text', optional: true },
      ibans: { type: 'list', private: 'bank accounts' },
      ibansChangedAt: { type: 'time', optional: true, about: 'When its bank accounts were last changed.' },
      ibansChangedBy: { type: 'text', optional: true },
    },
    bytes: 350,
    largestBytes: 2_500,
  },
  PurchaseOrder: {
    table: 'main',
    about: 'A purchase order of a tenant, and the supplier that it went to.',
    keys: { PK: 'TENANT#{tenantId}#ORDERS', SK: 'ORDER#{orderKey}' },
    attributes: {
      ...commonAttributes,
      number: { type: 'text', about: 'As it is printed; the key has its letters and digits only.' },
      supplierId: { type: 'text', optional: true },
    },
    bytes: 230,
  },
  AcceptedInvoice: {
    table: 'main',
    about:
      'A document that was accepted, kept under its supplier and number, so that a second one is found by key.',
    // The key is a hash, because the supplier and the number are values of a document.
    keys: { PK: 'TENANT#{tenantId}#INVOICE#{invoice}', SK: 'ACCEPTED#{place}' },
    attributes: {
      ...commonAttributes,
      batchId: { type: 'text' },
      documentId: { type: 'text' },
      fileName: { type: 'text', optional: true },
      acceptedAt: { type: 'time' },
      amount: { type: 'text', optional: true, private: 'extracted values' },
    },
    bytes: 400,
    largestBytes: 1_500,
  },
  ListEvent: {
    table: 'main',
    about:
      'A change of a tenant’s suppliers or purchase orders. A change of bank accounts has one of its own.',
    keys: { PK: 'TENANT#{tenantId}#LISTS', SK: 'EVENT#{eventId:ulid}' },
    attributes: {
      ...commonAttributes,
      what: {
        type: 'text',
        oneOf: ['suppliers changed', 'bank accounts changed', 'purchase orders changed'],
      },
      actor: { type: 'text' },
      reason: { type: 'text', optional: true },
      requestId: { type: 'text', optional: true },
      supplierId: { type: 'text', optional: true },
      name: { type: 'text', optional: true, about: 'Of the supplier.' },
      before: { type: 'list', optional: true, private: 'bank accounts' },
      after: { type: 'list', optional: true, private: 'bank accounts' },
      counts: { type: 'map', optional: true, about: 'How many entries were added, changed and removed.' },
    },
    bytes: 450,
  },
} as const satisfies Record<string, EntityDeclaration>;

export const ruleParameters = {
  invoice: {
    label: 'Supplier and number',
    about: 'A hash of both, as the pipeline computes it. Review shows earlier documents by their values.',
    example: '4f0c1d9a6b7e4c629a553b1f0d8e7a20',
  },
} as const;

export const rulePatterns = {
  suppliersOfTenant: {
    number: 'AP56',
    asks: 'Which suppliers has this tenant?',
    title: 'Suppliers of a tenant',
    on: 'main',
    partition: 'TENANT#{tenantId}#SUPPLIERS',
    sort: { beginsWith: 'SUPPLIER#' },
    returns: ['Supplier'],
    gives: 'many',
    pageSize: 1_000,
    // The console keeps a list for five minutes.
    usage: { callsPerDay: 400, items: 200 },
  },
  ordersOfTenant: {
    number: 'AP57',
    asks: 'Which purchase orders has this tenant?',
    title: 'Purchase orders of a tenant',
    on: 'main',
    partition: 'TENANT#{tenantId}#ORDERS',
    sort: { beginsWith: 'ORDER#' },
    returns: ['PurchaseOrder'],
    gives: 'many',
    pageSize: 1_000,
    usage: { callsPerDay: 400, items: 200 },
  },
  acceptedInvoices: {
    number: 'AP58',
    asks: 'Which documents with this supplier and number were accepted before?',
    title: 'Accepted documents by supplier and number',
    on: 'main',
    partition: 'TENANT#{tenantId}#INVOICE#{invoice}',
    sort: { beginsWith: 'ACCEPTED#' },
    returns: ['AcceptedInvoice'],
    gives: 'many',
    pageSize: 20,
    usage: { callsPerDay: 1_200, items: 1 },
  },
  listChanges: {
    number: 'AP59',
    asks: 'Who changed the suppliers and purchase orders of this tenant?',
    title: 'Changes of a tenant’s lists',
    on: 'main',
    partition: 'TENANT#{tenantId}#LISTS',
    sort: { beginsWith: 'EVENT#' },
    order: 'newest first',
    returns: ['ListEvent'],
    gives: 'many',
    pageSize: 50,
    usage: { callsPerDay: 20, items: 20 },
  },
} as const satisfies Record<string, PatternDeclaration>;

const changedAt = '2026-11-18T09:12:04.000Z';
const dates = { version: 1, createdAt: changedAt, updatedAt: changedAt };

export const ruleSamples: readonly SampleItem[] = [
  {
    PK: 'TENANT#northwind#SUPPLIERS',
    SK: 'SUPPLIER#harrow-pike-freight',
    ...dates,
    name: 'Harrow & Pike Freight Ltd',
    vatNumber: 'GB 284 1177 09',
    ibans: ['GB33 BUKB 2020 1555 5555 55'],
    ibansChangedAt: changedAt,
    ibansChangedBy: 'user-maya-ortiz',
  },
  {
    PK: 'TENANT#northwind#ORDERS',
    SK: 'ORDER#NW40211',
    ...dates,
    number: 'NW-40211',
    supplierId: 'harrow-pike-freight',
  },
  {
    PK: 'TENANT#northwind#INVOICE#4f0c1d9a6b7e4c629a553b1f0d8e7a20',
    SK: 'ACCEPTED#FIRST',
    ...dates,
    batchId: 'batch-01M7SJ8EE04C',
    documentId: 'doc-01M7SJ8EE0A2',
    fileName: 'carrier-0413.pdf',
    acceptedAt: changedAt,
    amount: '2,991.60',
  },
  {
    PK: 'TENANT#northwind#LISTS',
    SK: 'EVENT#01M7P5Q0K2TR3V9W0X1Y2Z3A4B',
    ...dates,
    what: 'bank accounts changed',
    actor: 'user-maya-ortiz',
    reason: 'New account, confirmed by telephone.',
    supplierId: 'harrow-pike-freight',
    name: 'Harrow & Pike Freight Ltd',
    before: ['GB82 WEST 1234 5698 7654 32'],
    after: ['GB33 BUKB 2020 1555 5555 55'],
  },
];
