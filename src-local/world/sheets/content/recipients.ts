/** Where a tenant has its post sent. */
export function addressOf(recipient: string): readonly [string, string] {
  return known.get(recipient) ?? ['Accounts Payable, 8 Exchange Court', 'Leeds LS1 5QS, United Kingdom'];
}

const known = new Map<string, readonly [string, string]>([
  ['Northwind Logistics', ['Accounts Payable, Quay 7', '3011 Rotterdam, Netherlands']],
  ['Alder & Finch Insurance', ['Claims Settlement, 40 Wren Street', 'Bristol BS1 4QT, United Kingdom']],
  ['Kestrel Foods', ['Purchasing, Mill Lane 2', 'Wexford Y35 K7X2, Ireland']],
]);
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
