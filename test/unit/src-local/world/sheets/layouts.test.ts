import { describe, expect, it } from 'vitest';
import { compareLayouts, describeLayout } from '#shared/domain/review/layout-signature.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readAll } from '#local/world/sheets/reading.ts';
import {
  sheetKinds,
  subjects,
  type SheetKind,
  type SheetRecipe,
  type Subject,
} from '#local/world/sheets/sheet.ts';

const of = (kind: SheetKind): readonly Subject[] =>
  subjects.filter((about) => (kind === 'form') === subjects.indexOf(about) >= subjects.indexOf('customs'));

/** Every page that the sandbox can draw: the three designs of a kind, and of a form for each of its subjects. */
const papers = sheetKinds.flatMap((kind) =>
  (kind === 'form' ? of(kind) : [undefined]).map((about) => ({ kind, about })),
);

/** With 80 of each, 1,152,000 other pairs were compared for docs/reliability.md. */
const each = 24;

/** Documents of a design differ in everything else: the company, the language, the length, the tilt of a scan. */
function describeDesign(kind: SheetKind, about: Subject | undefined, layout: number): string[] {
  const own = of(kind);
  return Array.from({ length: each }, (_, at) => {
    const recipe: SheetRecipe = {
      kind,
      layout,
      recipient: ['Northwind Logistics', 'Kestrel Foods', 'Ashdown Textiles'][at % 3] ?? '',
      seed: `layouts/${kind}/${about}/${layout}/${at}`,
      pages: 1 + (at % (kind === 'form' ? 2 : 4)),
      isScanned: at % 2 === 0,
      about: about ?? own[at % own.length] ?? 'freight',
      ...(at % 10 === 0 && { defect: 'unsupported language' as const }),
      ...(at % 10 === 1 && { defect: 'unsure' as const }),
    };
    const schema = buildSchema(kind, about);
    const { fields, lineItems } = readAll(recipe, { schema, reviewThreshold: 0.85 });
    return describeLayout({ fields, lineItems }) ?? 'none';
  });
}

const designs = papers.flatMap(({ kind, about }) =>
  [0, 1, 2].map((layout) => ({ kind, about, layout, signatures: describeDesign(kind, about, layout) })),
);

describe('the layout of a document', { timeout: 60_000 }, () => {
  it('is that of every other document of its design, although they are rarely equal', () => {
    const pairs = designs.flatMap(({ signatures }) =>
      signatures.flatMap((one, at) => signatures.slice(at + 1).map((other) => [one, other] as const)),
    );
    expect(pairs).toHaveLength((designs.length * each * (each - 1)) / 2);
    expect(pairs.filter(([one, other]) => compareLayouts(one, other) !== 'same')).toEqual([]);
    expect(pairs.filter(([one, other]) => one === other).length / pairs.length).toBeLessThan(0.1);
  });

  it('is not that of a document of another design', () => {
    let pairs = 0;
    const mistaken: string[] = [];
    for (const [at, { kind, layout, signatures }] of designs.entries()) {
      for (const other of designs.slice(at + 1)) {
        // Forms about different subjects share their designs, and some of their fields.
        if (kind === other.kind && layout === other.layout) continue;
        for (const one of signatures) {
          pairs += other.signatures.length;
          mistaken.push(...other.signatures.filter((signature) => compareLayouts(one, signature) === 'same'));
        }
      }
    }
    expect(pairs).toBe(180 * each * each);
    expect(mistaken).toEqual([]);
  });
});
