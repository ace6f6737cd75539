import type { SheetKind, SheetRecipe } from '../sheet.ts';

/** Of which parts a page is put together. Each is a function of its own in heads, blocks, tables and tails. */
export interface Design {
  readonly head: 'mark left' | 'mark right' | 'band' | 'centred' | 'form' | 'form band';
  /** The fields above the table. */
  readonly block: 'rows' | 'strip' | 'columns' | 'grid' | 'lines' | 'cells';
  readonly table: 'shaded' | 'zebra' | 'ruled';
  readonly sums: 'plain' | 'boxed' | 'in table';
  readonly foot: 'plain' | 'boxed' | 'signed';
  /** What values are set in: as from a typewriter, or as the rest. */
  readonly figures: 'mono' | 'sans';
}

export function designOf(recipe: Pick<SheetRecipe, 'kind' | 'layout'>): Design {
  const three = designs[recipe.kind];
  return three[recipe.layout === 1 || recipe.layout === 2 ? recipe.layout : 0];
}

const designs: Readonly<Record<SheetKind, readonly [Design, Design, Design]>> = {
  invoice: [
    { head: 'mark left', block: 'rows', table: 'shaded', sums: 'plain', foot: 'plain', figures: 'mono' },
    { head: 'band', block: 'strip', table: 'zebra', sums: 'boxed', foot: 'boxed', figures: 'sans' },
    { head: 'centred', block: 'columns', table: 'ruled', sums: 'in table', foot: 'plain', figures: 'sans' },
  ],
  'delivery note': [
    { head: 'mark right', block: 'strip', table: 'ruled', sums: 'in table', foot: 'signed', figures: 'mono' },
    { head: 'centred', block: 'rows', table: 'shaded', sums: 'plain', foot: 'signed', figures: 'sans' },
    { head: 'band', block: 'columns', table: 'zebra', sums: 'boxed', foot: 'signed', figures: 'sans' },
  ],
  form: [
    { head: 'form', block: 'grid', table: 'ruled', sums: 'in table', foot: 'signed', figures: 'mono' },
    { head: 'form', block: 'lines', table: 'shaded', sums: 'plain', foot: 'signed', figures: 'mono' },
    { head: 'form band', block: 'cells', table: 'zebra', sums: 'boxed', foot: 'signed', figures: 'sans' },
  ],
};
