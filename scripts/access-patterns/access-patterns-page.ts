import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { queryTable } from '#shared/catalogue/questions/describe-conditions.ts';

/** Returns docs/access-patterns.md, built from the catalogue so that the page always matches it. */
export function accessPatternsPage(systems: readonly SystemDeclaration[]): string {
  return `${[introduction, ...systems.map(writeSection)].join('\n\n')}\n`;
}

const introduction = `# Access patterns
Every question that the console can put to a table, and the one request that answers it. Written from \`shared/catalogue\` by \`npm run access-patterns\`; a test holds this page against it. There is no scan in it, and no word for one (decision 002).`;

function writeSection(system: SystemDeclaration): string {
  const rows = queryTable(system).map(({ number, asks, operation, on, condition, order, gives }) =>
    row([number, asks, operation, on, `\`${condition}\``, order ?? '', gives]),
  );
  return [
    `## ${system.name}`,
    system.about,
    '',
    ...Object.entries(system.tables).map(([table, { name }]) => `- \`${table}\`: \`${name}\``),
    '',
    row(['', 'question', 'operation', 'on', 'key condition', 'order', 'gives']),
    '|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
