import type { Knowledge } from '../../contract/review-rules.ts';
import { bareVatNumber } from './account-and-tax-numbers.ts';
import { fieldLabel } from './draft-rules.ts';
import { normalisedValue } from './normalised-value.ts';
import { exactAmount, isSame } from './printed-amount.ts';
import type { Fault, RoledField, Subject } from './rules.ts';

/** Compares the document with what the tenant keeps: its own name, earlier documents, suppliers and orders. */
export function checkAgainstKnowledge(
  subject: Subject,
  fields: readonly RoledField[],
  knowledge: Knowledge,
): readonly Fault[] {
  return [
    ...checkCustomer(fields, knowledge),
    ...checkEarlier(subject, fields, knowledge),
    ...checkSupplier(fields, knowledge),
    ...checkPurchaseOrder(fields, knowledge),
  ];
}

/** A document that another company issued names this tenant. On the tenant's own forms the customer is a person. */
function checkCustomer(fields: readonly RoledField[], { customer }: Knowledge): readonly Fault[] {
  if (customer === null || !fields.some(({ role }) => role === 'supplier')) return [];
  const faults: Fault[] = [];
  const named = fields.find(({ role }) => role === 'customer');
  const [known] = customer.names;
  if (
    named?.value &&
    known !== undefined &&
    !customer.names.some((name) => isSameCompany(named.value ?? '', name))
  ) {
    const says = `${fieldLabel(named.name)} is “${shorten(named.value)}”, not ${known}.`;
    faults.push({ rule: 'customer', places: [named.name], says });
  }
  const number = fields.find(({ role }) => role === "customer's vat number");
  if (number?.value && customer.vatNumbers.length > 0) {
    const bare = bareVatNumber(number.value);
    if (!customer.vatNumbers.some((own) => bareVatNumber(own) === bare)) {
      const says = `${fieldLabel(number.name)} ${shorten(number.value)} is not a VAT number of this tenant.`;
      faults.push({ rule: 'customer', places: [number.name], says });
    }
  }
  return faults;
}

/** Compares names without capitals, accents, punctuation and legal forms. The printed one may go on with an address. */
export function isSameCompany(printed: string, known: string): boolean {
  const [one, other] = [plainCompany(printed), plainCompany(known)];
  // A name of which nothing is left cannot be compared.
  if (one === '' || other === '') return true;
  const cut = /(?:…|\.\.\.)$/.test(printed.trim());
  return ` ${one} `.includes(` ${other} `) || (cut && one.length >= 8 && other.startsWith(one));
}

function plainCompany(name: string): string {
  return name
    .slice(0, longestName)
    .toLowerCase()
    .replaceAll(/[łøđßæœı]/g, (letter) => plainLetters[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[.'’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !legalForms.has(word))
    .join(' ');
}

const longestName = 300;
const plainLetters: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
};
const legalForms = new Set(
  'gmbh mbh ag kg kgaa ohg gbr ug eg ev se ltd limited plc llp llc inc corp corporation co bv nv vof sarl sas sa eurl srl spa sl slu oy oyj ab as asa aps ua and und et'.split(
    ' ',
  ),
);

function shorten(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`;
}

/** The same supplier and number were accepted before. */
function checkEarlier(
  { knowsEarlier }: Subject,
  fields: readonly RoledField[],
  { earlier }: Knowledge,
): readonly Fault[] {
  const number = fields.find(({ role }) => role === 'number');
  if (earlier === null || number === undefined || !knowsEarlier) return [];
  const total = fields.find(({ role }) => role === 'total');
  return earlier.slice(0, 3).map(({ fileName, documentId, acceptedAt, amount, isSameAmount }): Fault => {
    const [was, is] = [exactAmount(amount ?? ''), exactAmount(total?.value ?? '')];
    const isEqual = was === null || is === null ? isSameAmount : isSame(was, is);
    const where = `${fileName ?? documentId}, accepted on ${acceptedAt.slice(0, 10)}`;
    return {
      rule: 'duplicate',
      places: [number.name, ...(total === undefined ? [] : [total.name])],
      says: isEqual
        ? `${fieldLabel(number.name)} ${number.value ?? ''} of this supplier was accepted before with the same amount: ${where}.`
        : `${fieldLabel(number.name)} ${number.value ?? ''} of this supplier was accepted before with another amount: ${where}.`,
      // Another amount is more often a number that was misread than an invoice that comes twice.
      ...(!isEqual && { atMost: 'warn' }),
    };
  });
}

function checkSupplier(fields: readonly RoledField[], { suppliers }: Knowledge): readonly Fault[] {
  const named = fields.find(({ role }) => role === 'supplier');
  const number = fields.find(({ role }) => role === 'vat number');
  if (suppliers === null || suppliers.length === 0 || named?.value === undefined || named.value === null)
    return [];
  const known = findSupplier(named.value, number?.value ?? null, suppliers);
  if (known === undefined) {
    const says = `${fieldLabel(named.name)} “${shorten(named.value)}” is not on the list of suppliers.`;
    return [{ rule: 'supplier', places: [named.name], says }];
  }
  const faults: Fault[] = [];
  if (
    number?.value &&
    known.vatNumber !== null &&
    bareVatNumber(known.vatNumber) !== bareVatNumber(number.value)
  ) {
    const says = `${fieldLabel(number.name)} ${shorten(number.value)} is not the one of ${known.name} on the list of suppliers.`;
    faults.push({ rule: 'supplier', places: [number.name, named.name], says });
  }
  const account = fields.find(({ role }) => role === 'iban');
  if (account?.value && known.ibans.length > 0) {
    const bare = normalisedValue('iban', account.value);
    if (!known.ibans.some((iban) => normalisedValue('iban', iban) === bare)) {
      const says = `${fieldLabel(account.name)} is not an account of ${known.name} on the list of suppliers.`;
      // Money that goes to another account is gone, whatever the weight of an unknown supplier is.
      faults.push({ rule: 'supplier', places: [account.name, named.name], says, atLeast: 'stop' });
    }
  }
  return faults;
}

function findSupplier(
  name: string,
  vatNumber: string | null,
  suppliers: NonNullable<Knowledge['suppliers']>,
): NonNullable<Knowledge['suppliers']>[number] | undefined {
  const plain = plainCompany(name);
  const bare = vatNumber === null ? null : bareVatNumber(vatNumber);
  return (
    suppliers.find((one) => plain !== '' && plainCompany(one.name) === plain) ??
    suppliers.find((one) => bare !== null && one.vatNumber !== null && bareVatNumber(one.vatNumber) === bare)
  );
}

function checkPurchaseOrder(
  fields: readonly RoledField[],
  { purchaseOrders, suppliers }: Knowledge,
): readonly Fault[] {
  const field = fields.find(({ role }) => role === 'purchase order');
  if (purchaseOrders === null || purchaseOrders.length === 0 || !field?.value) return [];
  const bare = plainOrder(field.value);
  const order = purchaseOrders.find(({ number }) => plainOrder(number) === bare);
  if (order === undefined) {
    const says = `${fieldLabel(field.name)} ${shorten(field.value)} is not on the list of purchase orders.`;
    return [{ rule: 'purchase order', places: [field.name], says }];
  }
  const named = fields.find(({ role }) => role === 'supplier');
  const number = fields.find(({ role }) => role === 'vat number');
  const supplier = named?.value
    ? findSupplier(named.value, number?.value ?? null, suppliers ?? [])
    : undefined;
  if (supplier === undefined || order.supplierId === null || order.supplierId === supplier.supplierId)
    return [];
  const says = `${fieldLabel(field.name)} ${shorten(field.value)} belongs to another supplier than ${supplier.name}.`;
  return [{ rule: 'purchase order', places: [field.name, ...(named ? [named.name] : [])], says }];
}

function plainOrder(number: string): string {
  return number.replaceAll(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
