/** What is wrong with a VAT number's shape, as a sentence; null where nothing is, or nothing is known of its country. */
export function vatProblem(value: string): string | null {
  const vat = value.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase();
  // An EIN, which stands in its place in the United States.
  if (/^\d{9}$/.test(vat)) return null;
  const country = /^[A-Z]{2}/.exec(vat)?.[0];
  if (country === undefined || !/\d/.test(vat)) {
    return 'Expected a VAT number such as GB 284 1177 09, its country first.';
  }
  const known = shapes.get(country);
  if (known === undefined || known.form.test(vat.slice(2))) return null;
  return `A VAT number of ${country} looks like ${known.such}.`;
}

interface Shape {
  readonly form: RegExp;
  readonly such: string;
}

/** https://ec.europa.eu/taxation_customs/vies/#/faq (Q11), and who is not in the union. */
const shapes = new Map<string, Shape>([
  ['AT', shape(/^U\d{8}$/, 'ATU12345678')],
  ['BE', shape(/^[01]?\d{9}$/, 'BE0123456789')],
  ['BG', shape(/^\d{9,10}$/, 'BG123456789')],
  ['CH', shape(/^E\d{9}(?:MWST|TVA|IVA)?$/, 'CHE-123.456.789')],
  ['CY', shape(/^\d{8}[A-Z]$/, 'CY12345678X')],
  ['CZ', shape(/^\d{8,10}$/, 'CZ12345678')],
  ['DE', shape(/^\d{9}$/, 'DE123456789')],
  ['DK', shape(/^\d{8}$/, 'DK 12 34 56 78')],
  ['EE', shape(/^\d{9}$/, 'EE123456789')],
  ['EL', shape(/^\d{9}$/, 'EL123456789')],
  ['ES', shape(/^[A-Z0-9]\d{7}[A-Z0-9]$/, 'ESX1234567X')],
  ['FI', shape(/^\d{8}$/, 'FI12345678')],
  ['FR', shape(/^[A-HJ-NP-Z0-9]{2}\d{9}$/, 'FR 12 345678901')],
  ['GB', shape(/^(?:\d{9}|\d{12}|GD[0-4]\d{2}|HA[5-9]\d{2})$/, 'GB 284 1177 09')],
  ['HR', shape(/^\d{11}$/, 'HR12345678901')],
  ['HU', shape(/^\d{8}$/, 'HU12345678')],
  ['IE', shape(/^(?:\d{7}[A-W][A-I]?|\d[A-Z]\d{5}[A-W])$/, 'IE1234567W')],
  ['IT', shape(/^\d{11}$/, 'IT12345678901')],
  ['LT', shape(/^(?:\d{9}|\d{12})$/, 'LT123456789')],
  ['LU', shape(/^\d{8}$/, 'LU12345678')],
  ['LV', shape(/^\d{11}$/, 'LV12345678901')],
  ['MT', shape(/^\d{8}$/, 'MT12345678')],
  ['NL', shape(/^\d{9}B\d{2}$/, 'NL123456789B01')],
  ['NO', shape(/^\d{9}(?:MVA)?$/, 'NO 123456789 MVA')],
  ['PL', shape(/^\d{10}$/, 'PL1234567890')],
  ['PT', shape(/^\d{9}$/, 'PT123456789')],
  ['RO', shape(/^\d{2,10}$/, 'RO1234567890')],
  ['SE', shape(/^\d{12}$/, 'SE123456789012')],
  ['SI', shape(/^\d{8}$/, 'SI12345678')],
  ['SK', shape(/^\d{10}$/, 'SK1234567890')],
  ['XI', shape(/^(?:\d{9}|\d{12})$/, 'XI123456789')],
]);

function shape(form: RegExp, such: string): Shape {
  return { form, such };
}
