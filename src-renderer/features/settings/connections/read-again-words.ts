import type { OutputOf } from '#shared/contract/contract.ts';

type Read = OutputOf<'connections.readFile'>;

interface Words {
  readonly message: string;
  readonly detail?: string;
  readonly tone?: 'failed';
}

/** What became of each entry that is not as it was. */
export function readAgainWords({ connections, added, changed, removed, kept, problems }: Read): Words {
  const nameOf = (id: string): string => connections.find((one) => one.id === id)?.name ?? id;
  const said = [
    of('Added', added.map(nameOf)),
    of('Changed', changed.map(nameOf)),
    of('Gone', removed),
    of(
      'As opened, until the console starts again',
      kept.map(({ connectionId }) => nameOf(connectionId)),
    ),
  ].filter((words) => words !== '');
  const detail = said.length === 0 ? {} : { detail: said.join(' ') };
  if (problems.length > 0) {
    const how = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    return { message: `connections.json has ${how}`, ...detail, tone: 'failed' };
  }
  const isNews = added.length + changed.length + removed.length + kept.length > 0;
  return {
    message: isNews ? 'connections.json was read again' : 'connections.json says the same',
    ...detail,
  };
}

function of(what: string, names: readonly string[]): string {
  return names.length === 0 ? '' : `${what}: ${names.join(', ')}.`;
}
