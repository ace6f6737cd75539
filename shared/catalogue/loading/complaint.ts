import { listed } from '../../domain/formatting.ts';
import type { KeyAttribute } from '../declaration.ts';
import { numericKinds, readTemplate } from '../keys/key-template.ts';

/** Describes a conflict between parts of a declaration that are each valid on their own. */
export interface Complaint {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** A Number has no parts, so a template for one is a single hole of a numeric kind. */
export function typeProblem(template: string, { name, type }: KeyAttribute): string | undefined {
  if (type === 'S') return undefined;
  const read = readTemplate(template);
  const [piece, ...more] = read.ok ? read.pieces : [];
  const numeric = typeof piece === 'object' && (numericKinds as readonly string[]).includes(piece.kind);
  if (numeric && more.length === 0) return undefined;
  return `does not fit "${name}", which is a Number; expected one hole of kind ${formatChoices(numericKinds)}, such as {since:epochMs}`;
}

/** Joins names as a choice: "main, jobs or batches" */
export function formatChoices(names: readonly string[]): string {
  if (names.length === 0) return 'nothing, as none is declared';
  const more = names.length - most;
  return listed(more > 0 ? [...names.slice(0, most), `${more} more`] : names, 'or');
}

const most = 12;
