/**
 * Returns the name that the price books have for a model or an inference profile of Bedrock, such as
 * `eu.anthropic.claude-haiku-4-5-20251001-v1:0`. An unknown model keeps its id, so that its cost is shown as unknown.
 */
export function findPriceName(modelId: string): string {
  const id = modelId.slice(modelId.lastIndexOf('/') + 1);
  const family = families.find(({ pattern }) => pattern.test(id));
  if (!family) return modelId;
  if (!family.byProfile) return family.name;
  return `${family.name}.${id.startsWith('global.') ? 'global' : 'regional'}`;
}

const families = [
  { pattern: /anthropic\.claude-haiku-4-5/, name: 'claudeHaiku45', byProfile: true },
  { pattern: /anthropic\.claude-sonnet-(?:4-5|4-6|5)/, name: 'claudeSonnet', byProfile: true },
  { pattern: /anthropic\.claude-3-haiku/, name: 'claude3Haiku', byProfile: false },
  { pattern: /amazon\.nova-micro/, name: 'novaMicro', byProfile: false },
  { pattern: /amazon\.nova-lite/, name: 'novaLite', byProfile: false },
  { pattern: /amazon\.nova-pro/, name: 'novaPro', byProfile: false },
  { pattern: /amazon\.nova-2-lite/, name: 'nova2Lite', byProfile: false },
] as const;
