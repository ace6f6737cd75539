import type { SheetRecipe } from '../sheet.ts';

/** Where a tenant has its post sent, and where its goods. */
export function addressOf({
  recipient,
  kind,
}: Pick<SheetRecipe, 'recipient' | 'kind'>): readonly [string, string] {
  const [office, warehouse, town] = known.get(recipient) ?? elsewhere;
  return [kind === 'delivery note' ? warehouse : office, town];
}

type Addresses = readonly [office: string, warehouse: string, town: string];

const known = new Map<string, Addresses>([
  [
    'Northwind Logistics',
    ['Accounts Payable, Quay 7', 'Goods inward, Quay 7, Shed B', '3011 Rotterdam, Netherlands'],
  ],
  [
    'Alder & Finch Insurance',
    ['Claims Settlement, 40 Wren Street', 'Post room, 40 Wren Street', 'Bristol BS1 4QT, United Kingdom'],
  ],
  ['Kestrel Foods', ['Purchasing, Mill Lane 2', 'Goods inward, Mill Lane 2', 'Wexford Y35 K7X2, Ireland']],
]);
const elsewhere: Addresses = [
  'Accounts Payable, 8 Exchange Court',
  'Goods inward, 8 Exchange Court',
  'Leeds LS1 5QS, United Kingdom',
];
const shortened = new Map([
  ['Northwind Logistics', 'NW'],
  ['Alder & Finch Insurance', 'AF'],
  ['Kestrel Foods', 'KF'],
]);

/** "NW" of "Northwind Logistics": what its order numbers begin with. */
export function initialsOf(recipient: string): string {
  const short = shortened.get(recipient);
  if (short) return short;
  const capitals = recipient.replaceAll(/[^A-Z]/g, '').slice(0, 2);
  return capitals.length === 2
    ? capitals
    : `${recipient.replaceAll(/[^A-Za-z]/g, '').slice(0, 2)}PO`.slice(0, 2).toUpperCase();
}
