import { countries } from './countries.ts';
import type { SheetField, SheetKind, SheetRecipe, Subject } from './sheet.ts';

export interface FieldDeclaration {
  readonly name: string;
  readonly label: string;
  readonly kind: SheetField['kind'];
  /** The type in a workflow's schema; it is coarser than the way a value is misread. */
  readonly type: string;
  /** The place on the page: the head, the address, the block above the table, under the table, at the foot. */
  readonly place: 'issuer' | 'party' | 'block' | 'sum' | 'foot';
}

/** Lists the fields that can be read from a document, by the names that a workflow's schema has for them. */
export function listFields(
  recipe: Pick<SheetRecipe, 'kind' | 'recipient' | 'about'>,
): readonly FieldDeclaration[] {
  if (recipe.kind === 'invoice') return invoice;
  if (recipe.kind === 'delivery note') return deliveryNote;
  return forms[pickForm(recipe)];
}

/** Returns a document's subject. Where the recipe does not name one, it follows from the recipient. */
export function findSubject(recipe: Pick<SheetRecipe, 'kind' | 'recipient' | 'about'>): Subject {
  if (recipe.about) return recipe.about;
  const [, forForms, forGoods] = trades.find(([words]) => words.test(recipe.recipient)) ?? otherTrade;
  return recipe.kind === 'form' ? forForms : forGoods;
}

type Trade = readonly [words: RegExp, forms: Subject, goods: Subject];

const trades: readonly Trade[] = [
  [/logistic|freight|cargo|shipping|haul/i, 'customs', 'freight'],
  [/insur|assur|mutual/i, 'claim', 'repairs'],
  [/food|dair|farm|kitchen|baker/i, 'inspection', 'food'],
];
const otherTrade: Trade = [/./, 'return', 'supplies'];

/** Returns whether such a document has the field at all. */
export function isDeclared(recipe: Pick<SheetRecipe, 'kind' | 'recipient' | 'about'>, name: string): boolean {
  return namesIn.get(listFields(recipe))?.has(name) === true;
}

/** Returns all fields as a workflow's schema: each name with its type, as the catalogue explains them. */
export function buildSchema(kind: SheetKind, about?: Subject): Record<string, string> {
  const recipe = { kind, recipient: '', ...(about && { about }) };
  return Object.fromEntries(listFields(recipe).map(({ name, type }) => [name, type]));
}

/** Schemas may have names of their own for what a document says. */
export function nameOnSheet(kind: SheetKind, name: string): string {
  return (kind === 'invoice' ? invoiceNames.get(name) : undefined) ?? name;
}

export function pickForm(recipe: Pick<SheetRecipe, 'kind' | 'recipient' | 'about'>): Form {
  const about = findSubject(recipe);
  return isForm(about) ? about : 'customs';
}

export type Form = keyof typeof forms;

function isForm(about: Subject): about is Form {
  return Object.hasOwn(forms, about);
}

const invoiceNames = new Map([
  ['carrier', 'supplier'],
  ['issuedOn', 'invoiceDate'],
  ['vat', 'tax'],
  ['bankAccount', 'iban'],
]);

const currencies = [...new Set(Object.values(countries).map(({ currency }) => currency))];

const invoice: readonly FieldDeclaration[] = [
  field('issuer', 'supplier', 'Supplier'),
  field('party', 'customer', 'Billed to'),
  formed('block', 'invoiceNumber', 'Invoice number', String.raw`/^[A-Z]{2,3}-\d{5}$/`),
  field('block', 'invoiceDate', 'Invoice date', 'date'),
  field('block', 'dueDate', 'Due date', 'date'),
  field('block', 'purchaseOrder', 'Your order'),
  formed('block', 'vatNumber', 'VAT number', 'vat'),
  formed('block', 'currency', 'Currency', `enum:${currencies.join('|')}`),
  field('sum', 'subtotal', 'Subtotal', 'money'),
  field('sum', 'tax', 'VAT', 'money'),
  field('sum', 'total', 'Total due', 'money'),
  formed('foot', 'iban', 'Bank account', 'iban'),
];

const deliveryNote: readonly FieldDeclaration[] = [
  field('issuer', 'supplier', 'Supplier'),
  field('party', 'customer', 'Deliver to'),
  formed('block', 'deliveryNumber', 'Delivery note', String.raw`/^[A-Z]{2,3}-D\d{6}$/`),
  field('block', 'deliveryDate', 'Delivery date', 'date'),
  field('block', 'orderNumber', 'Order number'),
  field('block', 'orderDate', 'Order date', 'date'),
  field('block', 'carrier', 'Carrier'),
  field('block', 'packages', 'Packages', 'number'),
  field('sum', 'netWeight', 'Net weight', 'number'),
  field('sum', 'packagingWeight', 'Packaging', 'number'),
  field('sum', 'grossWeight', 'Gross weight', 'number'),
];

const forms = {
  customs: [
    field('block', 'declarant', 'Declarant'),
    field('block', 'exporter', 'Exporter'),
    formed('block', 'declarationNumber', 'Declaration number', String.raw`/^CD4-\d{6}$/`),
    field('block', 'eoriNumber', 'EORI number'),
    field('block', 'arrivedOn', 'Arrived on', 'date'),
    field('block', 'declaredOn', 'Declared on', 'date'),
    field('block', 'tariffCode', 'Tariff code'),
    field('block', 'originCountry', 'Country of origin'),
    field('block', 'weightKg', 'Gross mass, kg', 'number'),
    field('sum', 'goodsValue', 'Value of goods', 'money'),
    field('sum', 'duty', 'Duty', 'money'),
    field('sum', 'dutiableValue', 'Value with duty', 'money'),
  ],
  return: [
    field('block', 'customer', 'Returned by'),
    formed('block', 'returnNumber', 'Return number', String.raw`/^RG1-\d{6}$/`),
    field('block', 'orderNumber', 'Order number'),
    field('block', 'deliveredOn', 'Delivered on', 'date'),
    field('block', 'returnedOn', 'Returned on', 'date'),
    field('block', 'reason', 'Reason'),
    field('sum', 'goodsValue', 'Value of goods', 'money'),
    field('sum', 'handling', 'Handling', 'money'),
    field('sum', 'refund', 'Refund', 'money'),
    formed('foot', 'iban', 'Refund to account', 'iban'),
  ],
  claim: [
    field('block', 'policyholder', 'Policyholder'),
    field('block', 'policyNumber', 'Policy number'),
    formed('block', 'claimNumber', 'Claim number', String.raw`/^MC7-\d{6}$/`),
    field('block', 'accidentOn', 'Accident on', 'date'),
    field('block', 'reportedOn', 'Reported on', 'date'),
    field('block', 'place', 'Place of accident'),
    field('block', 'vehicle', 'Registration mark'),
    field('block', 'mileage', 'Mileage', 'number'),
    field('sum', 'costs', 'Costs', 'money'),
    field('sum', 'excess', 'Excess', 'money'),
    field('sum', 'claimed', 'Amount claimed', 'money'),
    formed('foot', 'iban', 'Pay to account', 'iban'),
  ],
  damage: [
    field('block', 'policyholder', 'Policyholder'),
    field('block', 'policyNumber', 'Policy number'),
    formed('block', 'claimNumber', 'Claim number', String.raw`/^PD3-\d{6}$/`),
    field('block', 'damagedOn', 'Damage on', 'date'),
    field('block', 'reportedOn', 'Reported on', 'date'),
    field('block', 'place', 'Address of property'),
    field('block', 'cause', 'Cause'),
    field('sum', 'costs', 'Costs', 'money'),
    field('sum', 'excess', 'Excess', 'money'),
    field('sum', 'claimed', 'Amount claimed', 'money'),
    formed('foot', 'iban', 'Pay to account', 'iban'),
  ],
  inspection: [
    field('block', 'supplier', 'Supplier'),
    formed('block', 'receiptNumber', 'Goods receipt', String.raw`/^GI2-\d{6}$/`),
    field('block', 'receivedOn', 'Received on', 'date'),
    field('block', 'inspectedOn', 'Inspected on', 'date'),
    field('block', 'inspector', 'Inspector'),
    field('block', 'lot', 'Lot'),
    field('block', 'temperature', 'Temperature, °C', 'number'),
    field('sum', 'receivedWeight', 'Received', 'number'),
    field('sum', 'rejectedWeight', 'Rejected', 'number'),
    field('sum', 'acceptedWeight', 'Accepted', 'number'),
  ],
} as const satisfies Record<string, readonly FieldDeclaration[]>;

const namesIn = new Map<readonly FieldDeclaration[], ReadonlySet<string>>(
  [invoice, deliveryNote, ...Object.values(forms)].map((fields) => [
    fields,
    new Set(fields.map(({ name }) => name)),
  ]),
);

function field(
  place: FieldDeclaration['place'],
  name: string,
  label: string,
  kind: FieldDeclaration['kind'] = 'text',
): FieldDeclaration {
  return { place, name, label, kind, type: kind };
}

/** A text that has to be of some form. */
function formed(
  place: FieldDeclaration['place'],
  name: string,
  label: string,
  type: string,
): FieldDeclaration {
  return { place, name, label, kind: 'text', type };
}
