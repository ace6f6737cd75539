import { readIn } from './read-in.ts';
import type { Price, PriceBook } from '../price-book.ts';
import type { PriceName } from '../price-names.ts';

const accelerator = 'The IDP accelerator’s pricing.yaml';
const claude = 'https://clauder-navi.com/en/bedrock-claude-cost/';

/** Almost all that a document costs. */
export const aiPrices: PriceBook['prices'] = {
  'textract.text': page('0.0015', {
    tiers: [{ over: 1_000_000, usd: '0.0006', verified: false }],
    note: 'DetectDocumentText.',
  }),
  'textract.layout': page('0.004'),
  'textract.signatures': page('0.0035'),
  'textract.tables': page('0.015'),
  'textract.forms': page('0.05'),
  'textract.tablesAndForms': page('0.065'),
  'textract.queries': page('0.015', {
    source: 'Several projects’ README files',
    asOf: readIn,
    verified: false,
    note: 'Another source says 0.025, which is probably for custom queries.',
  }),
  'textract.expense': page('0.01', {
    source: 'AWS guidance README: 50,000 pages come to $500',
    asOf: readIn,
    tiers: [{ over: 1_000_000, usd: '0.008', verified: false }],
    note: 'AnalyzeExpense.',
  }),
  'dataAutomation.standard': page('0.01'),
  'dataAutomation.custom': page('0.04'),
  ...tokens('novaMicro', '0.000035', '0.00014', {
    source: 'https://pristren.com/blog/amazon-nova-micro-ultra-fast',
    asOf: readIn,
    verified: false,
  }),
  ...tokens('novaLite', '0.00006', '0.00024'),
  ...tokens('novaPro', '0.0008', '0.0032'),
  ...tokens('nova2Lite', '0.0003', '0.0025'),
  ...tokens('nova2LiteFlex', '0.00015', '0.00125'),
  ...tokens('nova2LitePriority', '0.000525', '0.00438'),
  ...tokens('claudeHaiku45.regional', '0.0011', '0.0055', { note: 'Profiles such as "us." and "eu.".' }),
  ...tokens('claudeHaiku45.global', '0.001', '0.005'),
  ...tokens('claudeSonnet.regional', '0.0033', '0.0165', {
    note: '4.5, 4.6 and 5; profiles such as "us." and "eu.".',
  }),
  ...tokens('claudeSonnet.global', '0.003', '0.015', { note: '4.5, 4.6 and 5.' }),
  ...tokens('claude3Haiku', '0.00025', '0.00125'),
};

export const aiFactors: NonNullable<PriceBook['factors']> = {
  'bedrock.batch': { times: '0.5', source: claude, asOf: readIn, verified: false },
  'bedrock.cacheRead': { times: '0.1', source: claude, asOf: readIn, verified: false, note: 'Claude.' },
  'bedrock.cacheWrite': { times: '1.25', source: claude, asOf: readIn, verified: false, note: 'Claude.' },
};

function page(usd: string, more: Partial<Price> = {}): Price {
  return { usd, per: 1, unit: 'page', source: accelerator, asOf: readIn, verified: true, ...more };
}

type Model<Name = PriceName> = Name extends `bedrock.${infer M}.input` ? M : never;

function tokens(model: Model, input: string, output: string, more: Partial<Price> = {}): PriceBook['prices'] {
  const shared = { per: 1_000, source: accelerator, asOf: readIn, verified: true, ...more };
  return {
    [`bedrock.${model}.input`]: { ...shared, usd: input, unit: 'token in' },
    [`bedrock.${model}.output`]: { ...shared, usd: output, unit: 'token out' },
  };
}
