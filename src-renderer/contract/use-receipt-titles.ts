import { useQuery } from '@tanstack/react-query';
import { findDeclared } from '#shared/catalogue/declaration.ts';
import type { OpenSystem } from '#shared/contract/explorer.ts';
import { operationOptions } from './operation-options.ts';

/** Returns the readable name of a receipt's pattern, for the footer of a view. */
export function useReceiptTitles(): (pattern: string) => string {
  const systems = useQuery(operationOptions('catalogue.read', {})).data?.value.systems ?? [];
  return (pattern) => receiptTitle(systems, pattern);
}

/** Turns "extraction.batchesByStatus" into "AP5 Batches by status". */
export function receiptTitle(systems: readonly OpenSystem[], name: string): string {
  for (const { declaration } of systems) {
    if (!name.startsWith(`${declaration.id}.`)) continue;
    const pattern = findDeclared(declaration.patterns, name.slice(declaration.id.length + 1));
    if (pattern !== undefined) return `${pattern.number} ${pattern.title}`;
  }
  return name;
}
