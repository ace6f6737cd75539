import type { PriceBook } from '#shared/pricing/price-book.ts';
import { priceNames } from '#shared/pricing/price-names.ts';

export interface ModelOption {
  /** As prices and items name it: "claudeHaiku45.regional". */
  readonly value: string;
  readonly label: string;
}

/** The models of which a book prices both what goes in and what comes out. */
export function modelOptions({ prices }: PriceBook): readonly ModelOption[] {
  return priceNames.flatMap((name) => {
    const model = /^bedrock\.(.+)\.input$/.exec(name)?.[1];
    if (model === undefined || prices[name] === undefined) return [];
    const output = priceNames.find((one) => one === `bedrock.${model}.output`);
    if (output === undefined || prices[output] === undefined) return [];
    return [{ value: model, label: modelName(model) }];
  });
}

export function modelName(model: string): string {
  return names.get(model) ?? model;
}

const names: ReadonlyMap<string, string> = new Map([
  ['novaMicro', 'Nova Micro'],
  ['novaLite', 'Nova Lite'],
  ['novaPro', 'Nova Pro'],
  ['nova2Lite', 'Nova 2 Lite'],
  ['nova2LiteFlex', 'Nova 2 Lite, flex'],
  ['nova2LitePriority', 'Nova 2 Lite, priority'],
  ['claudeHaiku45.regional', 'Claude Haiku 4.5, regional'],
  ['claudeHaiku45.global', 'Claude Haiku 4.5, global'],
  ['claudeSonnet.regional', 'Claude Sonnet, regional'],
  ['claudeSonnet.global', 'Claude Sonnet, global'],
  ['claude3Haiku', 'Claude 3 Haiku'],
]);
