import { defects, sheetKinds, subjects, type SheetRecipe } from './sheet.ts';

/** Short, and of letters that a header may have: "1;invoice;2;3;s;unsure;freight;2026-11-12;Northwind+Logistics;4f1c". */
export function recipeText(recipe: SheetRecipe): string {
  return [
    version,
    recipe.kind.replace(' ', '-'),
    recipe.layout,
    recipe.pages,
    recipe.isScanned ? 's' : '',
    (recipe.defect ?? '').replaceAll(' ', '-'),
    recipe.about ?? '',
    recipe.dated ?? '',
    escapeText(recipe.recipient),
    escapeText(recipe.seed),
  ].join(';');
}

/** The same, backwards; undefined where it is no recipe. */
export function parseRecipe(text: string): SheetRecipe | undefined {
  const [
    v,
    kindText = '',
    layout = '',
    pages = '',
    scan,
    defectText = '',
    aboutText,
    dated,
    recipient,
    seed,
    more,
  ] = text.split(';');
  const kind = sheetKinds.find((one) => one === kindText.replace('-', ' '));
  const defect = defects.find((one) => one === defectText.replaceAll('-', ' '));
  const about = subjects.find((one) => one === aboutText);
  if (v !== version || kind === undefined || recipient === undefined || seed === undefined) return undefined;
  if (more !== undefined || (defectText && !defect) || (aboutText && !about)) return undefined;
  if (!/^[0-2]$/.test(layout) || !/^[1-9]$/.test(pages) || (dated && !/^\d{4}-\d\d-\d\d$/.test(dated)))
    return undefined;
  return {
    kind,
    layout: Number(layout),
    recipient: unescapeText(recipient),
    seed: unescapeText(seed),
    pages: Number(pages),
    isScanned: scan === 's',
    ...(defect && { defect }),
    ...(about && { about }),
    ...(dated && { dated }),
  };
}

const version = '1';

/** Names the words that the pipeline has stored of a sheet. Which of them were misread depends on what was asked for. */
export function wordsText(recipe: SheetRecipe, schema: Schema): string {
  return `${wordsMark}${recipeText(recipe)}${wordsMark}${JSON.stringify(schema)}`;
}

/** The same, backwards; undefined where it names no words. */
export function parseWordsText(
  text: string,
): { readonly recipe: SheetRecipe; readonly schema: Schema } | undefined {
  if (!text.startsWith(wordsMark)) return undefined;
  const [, sheet = '', ...schema] = text.split(wordsMark);
  const recipe = parseRecipe(sheet);
  return recipe && { recipe, schema: JSON.parse(schema.join(wordsMark)) as Schema };
}

type Schema = Readonly<Record<string, string>>;
const wordsMark = 'words of ';

/** Spaces as in a form's answers, anything else by its code unit: half of a pair too. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9 ./_-]/g, (unit) => `~${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll(' ', '+');
}

function unescapeText(text: string): string {
  return text
    .replaceAll('+', ' ')
    .replaceAll(/~([0-9a-f]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
