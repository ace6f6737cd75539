import { cellOf, type Place } from './places.ts';

/** "Invoice number" of "invoiceNumber", "VAT number" of "vatNumber", "Line 3, amount" of a cell. */
export function fieldLabel(place: Place): string {
  const cell = cellOf(place);
  if (cell !== undefined) return `Line ${cell.line + 1}, ${columnWords.get(cell.column) ?? cell.column}`;
  const words = place
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ _.-]+/)
    .filter((word) => word !== '')
    .map((word) => (/^[A-Z]{2,}$/.test(word) ? word : (known.get(word.toLowerCase()) ?? word.toLowerCase())));
  const label = words.join(' ');
  return units.has(words.at(0) ?? '') ? label : label.charAt(0).toUpperCase() + label.slice(1);
}

const columnWords = new Map([
  ['unit', 'unit price'],
  ['amount', 'amount'],
]);

const known = new Map(
  ['IBAN', 'BIC', 'SWIFT', 'VAT', 'EORI', 'ID', 'VIN', 'PO', 'SKU', 'EAN', 'URL', 'CO2'].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);
const units = new Set(['kg', 'km', 'cm', 'mm']);
