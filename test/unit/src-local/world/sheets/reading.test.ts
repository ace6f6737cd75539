import { describe, expect, it } from 'vitest';
import { priceBooks } from '#shared/pricing/price-books.ts';
import { usdFor, type PriceName } from '#shared/pricing/price-names.ts';
import { buildSchema } from '#local/world/sheets/fields.ts';
import { readSheet, type SheetReading } from '#local/world/sheets/reading.ts';
import { decideOutcome, type Outcome } from '#local/world/sheets/outcome.ts';
import { computeScore, findTroubles } from '#local/world/sheets/troubles.ts';
import { makeSheet } from '#local/world/sheets/sheet-of.ts';
import type { SheetRecipe } from '#local/world/sheets/sheet.ts';
import { aRecipe, many } from './a-recipe.ts';

describe('the readers’ confidence', () => {
  it('is 0.90 and more if nothing is wrong', () => {
    const scores = many(400).map(scoreIn);
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0.9);
    expect(Math.max(...scores)).toBeLessThanOrEqual(0.99);
    expect(mean(scores)).toBeCloseTo(0.955, 1);
  });

  it('is between the usual thresholds for the uncertain, and under both for the illegible', () => {
    const unsure = many(200, { defect: 'unsure' }).map(scoreIn);
    expect(Math.min(...unsure)).toBeGreaterThanOrEqual(0.6);
    expect(Math.max(...unsure)).toBeLessThan(0.85);
    const illegible = many(200, { defect: 'illegible' }).map(scoreIn);
    expect(Math.max(...illegible)).toBeLessThan(0.55);
  });

  it('is that of their least certain field', () => {
    for (const recipe of [
      ...many(60),
      ...many(60, { defect: 'unsure' }),
      ...many(60, { defect: 'illegible' }),
    ]) {
      const { fields, score } = read(recipe);
      expect(Math.min(...Object.values(fields).map(({ confidence }) => confidence))).toBe(score);
    }
  });

  it('falls the more they are wrong, and only on average', () => {
    const all = [...many(3_000), ...many(3_000, { defect: 'unsure' })];
    const wrong = (from: number, to: number): number => {
      const band = all.filter((recipe) => computeScore(recipe) >= from && computeScore(recipe) < to);
      return mean(
        band.map((recipe) => (findTroubles(recipe).some((one) => one[one.taken] === 'wrong') ? 1 : 0)),
      );
    };
    const [low, middle, high, highest] = [
      wrong(0.6, 0.7),
      wrong(0.75, 0.85),
      wrong(0.9, 0.95),
      wrong(0.97, 1),
    ];
    expect(low).toBeGreaterThan(middle);
    expect(middle).toBeGreaterThan(high);
    expect(high).toBeGreaterThan(highest);
    expect(low).toBeLessThan(0.8);
    expect(highest).toBeGreaterThan(0);
  });
});

describe('an uncertain reading', () => {
  it('is one or two values that the readers read differently, by one character', () => {
    for (const recipe of many(80, { defect: 'unsure' })) {
      const { fields } = read(recipe);
      const disputed = Object.values(fields).filter(({ flags }) => flags?.includes('readers disagree'));
      expect(disputed.length).toBeGreaterThanOrEqual(1);
      expect(disputed.length).toBeLessThanOrEqual(2);
      for (const { readings, value } of disputed) {
        const [one = '', other = ''] = [readings?.textract?.value, readings?.bedrock?.value];
        expect(Array.from(one, (letter, at) => letter !== other[at]).filter(Boolean)).toHaveLength(1);
        expect([one, other]).toContain(value);
      }
    }
  });

  it('is one or two fields or cells under the threshold; all others are well above it', () => {
    for (const recipe of many(120, { defect: 'unsure' })) {
      const { fields, lineItems } = read(recipe);
      const all = [...Object.values(fields), ...lineItems].map(({ confidence }) => confidence);
      const low = all.filter((confidence) => confidence < 0.85);
      expect([1, 2]).toContain(low.length);
      expect(all.filter((confidence) => confidence >= 0.9)).toHaveLength(all.length - low.length);
      for (const { confidence, flags = [] } of Object.values(fields)) {
        expect(flags.includes('below threshold')).toBe(confidence < 0.85);
      }
    }
  });

  it('breaks a check if a wrong amount was believed, and the check names the one read worst', () => {
    const failed = many(120, { defect: 'unsure' })
      .map((recipe) => ({ recipe, ...read(recipe) }))
      .filter(({ checks }) => checks.some(({ passed }) => !passed));
    expect(failed.length).toBeGreaterThan(15);
    for (const { recipe, fields } of failed) {
      expect(misreadIn(recipe)).not.toEqual([]);
      expect(Object.values(fields).some(({ flags }) => flags?.includes('check failed'))).toBe(true);
    }
  });

  it('passes every check if everything was read correctly', () => {
    const right = many(60).filter((recipe) => misreadIn(recipe).length === 0);
    expect(right.length).toBeGreaterThan(45);
    for (const recipe of right) {
      const { checks } = read(recipe);
      expect(checks.length).toBeGreaterThanOrEqual(3);
      expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    }
  });
});

describe('the requested fields', () => {
  it('are the only ones answered, under their own names', () => {
    const schema = { invoiceNumber: 'text', carrier: 'text', issuedOn: 'date', total: 'money' };
    const { fields } = read(aRecipe(), schema);
    const sheet = makeSheet(aRecipe());
    expect(Object.keys(fields)).toEqual(Object.keys(schema));
    expect(fields['carrier']?.value).toBe(sheet.fields.find(({ name }) => name === 'supplier')?.value);
  });

  it('are uncertain about something, for any schema', () => {
    for (const recipe of many(40, { defect: 'unsure', kind: 'invoice' })) {
      const { currency } = read(recipe, { currency: 'text' }).fields;
      expect(currency?.flags).toContain('readers disagree');
    }
  });

  it('are unknown to the document in another schema: then no reader is certain', () => {
    const { fields, score } = read(aRecipe(), {
      policyNumber: 'text',
      constructor: 'text',
      __proto__: 'text',
    });
    expect(fields).toEqual({});
    expect(score).toBeLessThan(0.2);
  });

  it('are found by Textract for 70 to 80 %, the rest by the model', () => {
    const found = many(80).flatMap((recipe) => Object.values(read(recipe).fields));
    const share = found.filter(({ readBy }) => readBy === 'textract').length / found.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
  });
});

describe('the time and cost of a run', () => {
  const all = many(1_000).map(decideCourse);

  it('is 15 s on average, in three stages', () => {
    expect(mean(all.map(({ stageMs }) => sum(stageMs)))).toBeCloseTo(15_000, -3);
    for (const { stageMs, usage } of all) {
      expect(Math.abs(sum(stageMs) - 15_000)).toBeLessThan(2_300);
      expect([usage.textract.ms, usage.gapFill.ms, usage.verify.ms]).toEqual(stageMs);
    }
  });

  it('is 4.5 to 5 cents at the list price, for documents of a page and a half', () => {
    const short = many(1_000, { pages: 1 }).concat(many(1_000, { pages: 2 }));
    const usd = mean(short.map((recipe) => computePrice(decideCourse(recipe).usage)));
    expect(usd).toBeGreaterThan(0.044);
    expect(usd).toBeLessThan(0.05);
  });
});

describe('a failed run', () => {
  it.each([
    ['corrupt', 'textract', 'BadDocumentException', 'always'],
    ['unsupported language', 'textract', 'UnsupportedLanguage', 'always'],
    ['schema mismatch', 'gap-fill', 'SchemaMismatch', 'always'],
    ['guardrail', 'gap-fill', 'GuardrailIntervened', 'always'],
    ['throttled', undefined, 'ThrottlingException', 'once'],
    ['timeout', undefined, 'ModelTimeoutException', 'once'],
  ] as const)('%s', (defect, stage, code, how) => {
    const recipe = aRecipe({ defect });
    const first = readSheet(recipe, job(recipe));
    expect(first).toMatchObject({ ok: false, error: { code, ...(stage && { stage }) } });
    expect(readSheet(recipe, { ...job(recipe), run: 2 }).ok).toBe(how === 'once');
  });

  it('has a message that differs in figures, ids and quotes, and in nothing else', () => {
    for (const defect of [
      'corrupt',
      'unsupported language',
      'schema mismatch',
      'guardrail',
      'timeout',
    ] as const) {
      const messages = many(40, { defect }).map((recipe) => {
        const reading = readSheet(recipe, job(recipe));
        return reading.ok ? '' : reading.error.message;
      });
      const bare = messages.map((message) =>
        message
          .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, '#')
          .replaceAll(/"[^"]*"|[\d,.]*\d/g, '#'),
      );
      expect(new Set(messages).size).toBeGreaterThan(30);
      expect(new Set(bare).size).toBe(1);
    }
  });

  it('has consumed what it needed until then', () => {
    const recipe = aRecipe({ defect: 'guardrail' });
    const outcome = decideOutcome(recipe, job(recipe));
    expect(outcome.stageMs).toHaveLength(2);
    expect(Object.keys(outcome.usage)).toEqual(['textract']);
  });
});

function job(recipe: SheetRecipe): Parameters<typeof readSheet>[1] {
  return { run: 1, schema: buildSchema(recipe.kind, recipe.about), reviewThreshold: 0.85 };
}

type Result = Extract<SheetReading, { ok: true }>['result'];

function read(recipe: SheetRecipe, schema = buildSchemaFor(recipe)): Result {
  const reading = readSheet(recipe, { ...job(recipe), schema });
  if (!reading.ok) throw new Error(reading.error.message);
  return reading.result;
}

function decideCourse(recipe: SheetRecipe): Extract<Outcome, { ok: true }> {
  const outcome = decideOutcome(recipe, { run: 1, schema: buildSchemaFor(recipe) });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome;
}

function scoreIn(recipe: SheetRecipe): number {
  return decideCourse(recipe).score;
}

/** A form for Northwind is about customs unless its recipe says otherwise. */
function buildSchemaFor(recipe: SheetRecipe): Record<string, string> {
  return buildSchema(recipe.kind, recipe.about ?? (recipe.kind === 'form' ? 'customs' : undefined));
}

/** Lists the fields that a reviewer would have to correct. */
function misreadIn(recipe: SheetRecipe): readonly string[] {
  const { fields, lineItems } = read(recipe);
  const sheet = makeSheet(recipe);
  return [
    ...sheet.fields.filter(({ name, value }) => fields[name]?.value !== value).map(({ name }) => name),
    ...sheet.lines
      .filter(({ amount }, at) => lineItems[at]?.amount !== amount)
      .map(({ description }) => description),
  ];
}

function computePrice({ textract, gapFill, verify }: Result['usage']): number {
  const [book] = priceBooks;
  const models = [gapFill, verify].map(
    ({ model, inputTokens, outputTokens }) =>
      Number(usdFor(book, `bedrock.${model}.input` as PriceName, inputTokens)) +
      Number(usdFor(book, `bedrock.${model}.output` as PriceName, outputTokens)),
  );
  return Number(usdFor(book, 'textract.expense', textract.pages)) + sum(models);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
