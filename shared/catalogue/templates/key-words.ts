/** A template without the kinds of its holes, as people write it. */
export function plainTemplate(template: string): string {
  return template.replace(/\{(\w+):\w+\}/g, '{$1}');
}

/** "batchId" → "BATCH", the prefix that a key would give it. */
export function prefixOf(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toUpperCase();
  return words.replace(/_ID$/, '') || words;
}
