import { expect, it } from 'vitest';
import { findPriceName } from '#shared/pricing/model-names.ts';
import { priceNames } from '#shared/pricing/price-names.ts';

it.each([
  ['eu.anthropic.claude-haiku-4-5-20251001-v1:0', 'claudeHaiku45.regional'],
  ['global.anthropic.claude-haiku-4-5-20251001-v1:0', 'claudeHaiku45.global'],
  ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claudeSonnet.regional'],
  ['anthropic.claude-3-haiku-20240307-v1:0', 'claude3Haiku'],
  ['eu.amazon.nova-lite-v1:0', 'novaLite'],
  [
    'arn:aws:bedrock:eu-central-1:123456789012:inference-profile/eu.anthropic.claude-haiku-4-5-20251001-v1:0',
    'claudeHaiku45.regional',
  ],
])('the price books know %s as %s', (id, name) => {
  expect(findPriceName(id)).toBe(name);
  expect(priceNames).toContain(`bedrock.${name}.input`);
});

it('an unknown model keeps its id', () => {
  expect(findPriceName('meta.llama3-8b-instruct-v1:0')).toBe('meta.llama3-8b-instruct-v1:0');
});
