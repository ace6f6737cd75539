import { rounded } from '#scripts/bench-figure.ts';
import type { Bench, Figure } from '#scripts/bench-figure.ts';
import { measuredInConsole } from './measured-by.ts';
import type { Soaked } from './programs/measure-soak.ts';
import { soakPage, type PageSample } from './soak-page.ts';
import { megabytesADay, megabytesAnHour, refreshesOfADay, type SoakSample } from './soak-slope.ts';
import { withTriagePage } from './triage-page.ts';

/**
 * Runs a day's refreshes in the console's own thread and in a page. `SLUICE_SOAK=2000 npm run bench -- soak`
 * runs fewer.
 */
const refreshes = Number(process.env['SLUICE_SOAK'] ?? refreshesOfADay);

export const bench: Bench = async () => [...(await inMain()), ...(await inPage())];

async function inMain(): Promise<Figure[]> {
  const given = ['out/main/pocket-aws.js', String(refreshes), '80', 'all'];
  const { samples, resources, seconds } = await measuredInConsole<Soaked>('measure-soak', ...given);
  const open = ({ open: by }: Soaked['resources'][number]): number =>
    Object.values(by).reduce((sum, count) => sum + count, 0);
  return [
    ...slope('main', samples, `the console’s thread; ${spread(samples)}; ${Math.round(seconds)} s`),
    {
      name: 'soak.main.resources',
      value: Math.max(...resources.map(open)) - Math.min(...resources.map(open)),
      unit: '',
      better: 'lower',
      n: resources.length,
      note: 'timers, sockets and threads that keep the process alive: the most less the least',
      bar: 0,
    },
  ];
}

async function inPage(): Promise<Figure[]> {
  const taken = await withTriagePage((open) => soakPage(open, { refreshes, samples: 80 }));
  const settled = taken.slice(Math.floor(taken.length / 4));
  return [
    ...slope('page', taken, `a page in the browser; ${spread(taken)}`),
    grown('nodes', settled),
    grown('listeners', settled),
    grown('documents', settled),
  ];
}

function slope(where: string, samples: readonly SoakSample[], note: string): Figure[] {
  const of = { better: 'lower', n: refreshes } as const;
  const how = `${note}; in use after collection, least squares over the last three quarters of ${samples.length} samples`;
  return [
    {
      ...of,
      name: `soak.${where}.hour`,
      value: rounded(megabytesAnHour(samples)),
      unit: 'MB/h',
      note: `${how}; 20,000 refreshes are 8 h`,
      bar: 1,
    },
    { ...of, name: `soak.${where}.day`, value: rounded(megabytesADay(samples)), unit: 'MB', note: how },
  ];
}

function grown(what: 'nodes' | 'listeners' | 'documents', samples: readonly PageSample[]): Figure {
  const [first, last] = [samples[0]?.[what] ?? Number.NaN, samples.at(-1)?.[what] ?? Number.NaN];
  return {
    name: `soak.page.${what}`,
    value: last - first,
    unit: '',
    better: 'lower',
    n: samples.length,
    note: `of the document and what is detached from it: ${first} when all was warm, ${last} at the end`,
  };
}

function spread(samples: readonly SoakSample[]): string {
  const megabytes = samples.map(({ bytes }) => bytes / 2 ** 20);
  return `${rounded(Math.min(...megabytes))} to ${rounded(Math.max(...megabytes))} MB`;
}
