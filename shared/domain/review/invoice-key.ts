import { findRole, type FieldRole } from './field-roles.ts';
import { normalisedValue } from './normalised-value.ts';

/** The most entries that a tenant's list may have, so that a document is checked against all of them in one read. */
export const mostSuppliers = 1_000;
export const mostOrders = 2_000;
/** A supplier may have several bank accounts. */
export const mostIbans = 20;
/** The most accepted documents that are looked at for one supplier and number. */
export const mostEarlier = 20;

/** Where an accepted document is kept, so that another one of the same supplier and number finds it by key. */
export interface InvoiceKey {
  readonly supplier: string;
  readonly number: string;
}

/** The values that say which invoice a document is. */
export interface InvoiceValues {
  readonly supplier: string | null;
  readonly vatNumber: string | null;
  readonly number: string | null;
  readonly amount: string | null;
}

interface NamedValue {
  readonly name: string;
  readonly type: string | null;
  readonly value: string | null;
}

/** Finds the values by the roles of their fields. A value that is empty is as one that is missing. */
export function readInvoiceValues(fields: readonly NamedValue[]): InvoiceValues {
  const given = fields.filter(({ value }) => value !== null && value.trim() !== '');
  const valueOf = (role: FieldRole): string | null =>
    given.find((field) => findRole(field) === role)?.value ?? null;
  return {
    supplier: valueOf('supplier'),
    vatNumber: valueOf('vat number'),
    number: valueOf('number'),
    amount: valueOf('total'),
  };
}

export function isSameInvoice(one: InvoiceKey | null, other: InvoiceKey | null): boolean {
  return one?.supplier === other?.supplier && one?.number === other?.number;
}

/**
 * Returns the key of a supplier's document, however its supplier and number are written. Null if one of them is
 * missing, because then nothing says that two documents are the same.
 */
export function toInvoiceKey({
  supplier,
  vatNumber,
  number,
}: Omit<InvoiceValues, 'amount'>): InvoiceKey | null {
  const by = toNameKey(supplier ?? '') || toNumberKey(vatNumber ?? '');
  const key = toNumberKey(number ?? '');
  return by === '' || key === '' ? null : { supplier: by, number: key };
}

/** Returns a company's name without accents, punctuation, spaces and its legal form. */
export function toNameKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/(?<=\p{L})\.(?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  const bare = words.filter((word, index) => index === 0 || !legalForms.has(word));
  return bare.join('').slice(0, longestKey);
}

const legalForms: ReadonlySet<string> = new Set(
  'ag as asa ab aps bv bvba co corp gmbh inc kg kgaa limited llc llp ltd mbh nv ohg oy oyj plc sa sarl sas se sl spa srl ug'.split(
    ' ',
  ),
);

/** Returns a number without what only groups it. */
export function toNumberKey(number: string): string {
  return number
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .slice(0, longestKey);
}

const longestKey = 80;

/** Two amounts are the same however they are written. A currency that only one of them names is left out. */
export function isSameAmount(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return false;
  const [first, second] = [one, other].map((amount) => normalisedValue('money', amount).split(' '));
  if (first?.length === second?.length) return first?.join(' ') === second?.join(' ');
  return first?.at(-1) === second?.at(-1);
}
