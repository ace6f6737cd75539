import { catalogue } from '#shared/catalogue/catalogue.ts';
import { listHoles } from '#shared/catalogue/keys/key-template.ts';
import type { Reading } from '#shared/contract/explorer.ts';
import type { Result } from '#shared/contract/result.ts';
import type { PatternDeclaration } from '#shared/catalogue/declaration.ts';
import type { Bag } from './an-input.ts';
import type { WatchedConsole } from './a-watched-console.ts';

/**
 * Asks every question that the bag can fill, exports its answer, and tries to reveal each masked value in it.
 */
export async function walkExplorer({ ask }: WatchedConsole, bag: Bag): Promise<void> {
  for (const system of ['extraction', 'downloads'] as const) {
    const patterns: Readonly<Record<string, PatternDeclaration>> = catalogue[system].patterns;
    for (const [pattern, declaration] of Object.entries(patterns)) {
      const names = [declaration.partition, ...listSortParams(declaration)].flatMap((one) =>
        listHoles(one).map(({ name }) => name),
      );
      if (names.some((name) => !(name in bag))) continue;
      const params = [Object.fromEntries(names.map((name) => [name, String(bag[name])]))];
      const answer = (await ask('explorer.ask', { system, pattern, params })) as Result<Reading>;
      if (answer.ok) await useReading(ask, answer.value);
    }
  }
}

async function useReading(ask: WatchedConsole['ask'], { reading, items }: Reading): Promise<void> {
  const columns = [...new Set(items.flatMap(({ attributes }) => Object.keys(attributes)))];
  const rows = items.map(({ handle }) => handle);
  if (columns.length === 0) return;
  for (const format of ['csv', 'json']) await ask('explorer.export', { reading, format, columns, rows });
  const masked = items
    .slice(0, 2)
    .flatMap(({ handle, attributes }) =>
      Object.entries(attributes).flatMap(([attribute, value]) =>
        'MASKED' in value ? [{ handle, attribute, revealable: value.MASKED.revealable }] : [],
      ),
    );
  // A value that may not be revealed has to be refused to everyone.
  for (const { handle, attribute } of masked) await ask('explorer.reveal', { handle, attribute });
}

function listSortParams({ sort }: PatternDeclaration): readonly string[] {
  return Object.values(sort ?? {}).flat();
}
