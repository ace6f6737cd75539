/** A type as a workflow's schema writes it, read. What this console does not know is text. */
export type FieldType =
  | { readonly kind: 'text' | 'date' | 'money' | 'number' | 'iban' | 'vat' }
  | { readonly kind: 'enum'; readonly options: readonly string[] }
  | { readonly kind: 'pattern'; readonly source: string };

/** `text`, `date`, `money`, `number`, `iban`, `vat`, `enum:EUR|GBP`, `/^HPF-\d+$/`. */
export function fieldType(type: string | null): FieldType {
  const asked = type ?? 'text';
  const plain = plainTypes.find((kind) => kind === asked);
  if (plain !== undefined) return { kind: plain };
  const options = asked.startsWith('enum:') ? asked.slice('enum:'.length).split('|').map(trimmed) : [];
  const named = options.filter((option) => option !== '');
  if (named.length > 0) return { kind: 'enum', options: named };
  const source = /^\/(.+)\/$/s.exec(asked)?.[1];
  return source === undefined ? { kind: 'text' } : { kind: 'pattern', source };
}

/** Of a cell of the table of lines, which no schema types. */
export function cellType(column: string): string {
  if (column === 'quantity') return 'number';
  return column === 'unit' || column === 'amount' ? 'money' : 'text';
}

const plainTypes = ['text', 'date', 'money', 'number', 'iban', 'vat'] as const;

function trimmed(text: string): string {
  return text.trim();
}
