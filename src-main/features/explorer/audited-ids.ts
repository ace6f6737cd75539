import { createHash } from 'node:crypto';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import { findDeclared } from '#shared/catalogue/find-declared.ts';
import { plainText } from '#shared/catalogue/results/plain-value.ts';
import { exportInput, revealInput } from '#shared/contract/explorer.ts';
import type { HeldRow, ReadingsShelf } from './readings-shelf.ts';

export type AuditedIds = (operation: string, input: unknown) => Readonly<Record<string, string>>;

/**
 * What an auditor must find: a page names items by handles, which mean nothing once main has ended, so
 * the audit's entries get the names behind them.
 */
export function explorerIds(shelf: ReadingsShelf, heldFor: () => string): AuditedIds {
  return (operation, input) => {
    if (operation === 'explorer.reveal') return idsOfReveal(input);
    return operation === 'explorer.export' ? idsOfExport(input) : {};
  };

  function idsOfReveal(input: unknown): Readonly<Record<string, string>> {
    const { handle, attribute } = revealInput.parse(input);
    const row = shelf.row(heldFor(), handle);
    if (row === undefined) return { attribute };
    const { system, table, entity } = row;
    return { system, table, entity: entity ?? '(unknown)', key: keyOf(row), attribute };
  }

  function idsOfExport(input: unknown): Readonly<Record<string, string>> {
    const { reading: id, format, columns, rows } = exportInput.parse(input);
    const reading = shelf.reading(heldFor(), id);
    const asked = { format, columns: columns.join(', '), rows: String(rows.length) };
    return reading === undefined ? asked : { system: reading.system, pattern: reading.pattern, ...asked };
  }
}

function keyOf({ key, masked }: HeldRow): string {
  return Object.entries(key)
    .map(([name, value]) => `${name}=${isMasked(masked, name) ? sha256(keyPart(value)) : keyPart(value)}`)
    .join(', ');
}

/** Bytes too are told apart. */
function keyPart(value: AttributeValue): string {
  return 'B' in value ? value.B : plainText(value);
}

/** A key with an e-mail address in it can be recognised by who knows it, and not be read here. */
function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}

function isMasked(attributes: Attributes, name: string): boolean {
  const value = findDeclared(attributes, name);
  return value !== undefined && 'MASKED' in value;
}
