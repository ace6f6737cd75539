import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { functionsDir } from '../build-if-stale.ts';
import { readBundledPackages } from './bundled-packages.ts';

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

type Lock = Readonly<Record<string, LockedPackage>>;

/** Whole: the package is in the archive with its files. Bundled: parts of it are in the built files. */
type Shipping = 'whole' | 'bundled';

interface Component {
  readonly type: 'library' | 'framework';
  readonly 'bom-ref': string;
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses?: readonly { readonly expression: string }[];
  readonly hashes?: readonly { readonly alg: 'SHA-512'; readonly content: string }[];
  readonly properties: readonly { readonly name: string; readonly value: Shipping | 'runtime' }[];
}

interface BillOfMaterials {
  readonly bomFormat: 'CycloneDX';
  readonly specVersion: '1.6';
  readonly serialNumber: string;
  readonly version: 1;
  readonly metadata: {
    readonly component: {
      readonly type: 'application';
      readonly 'bom-ref': string;
      readonly name: string;
      readonly version: string;
      readonly licenses: readonly { readonly expression: string }[];
    };
  };
  readonly components: readonly Component[];
}

/** How a package is shipped is written in this property. */
const shippingProperty = 'sluice:shipped';

/** Licences that ask for no more than to be carried along. Everything that is shipped has one of them. */
export const shippedLicences = new Set([
  'MIT',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'OFL-1.1',
  '(MIT AND Zlib)',
  'MIT AND ISC AND BSD-3-Clause',
  '(MIT OR Apache-2.0)',
]);

function readLock(): Lock {
  return (JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Lock }).packages;
}

/** Describes what the last production build ships. It says nothing of the time, so the same sources give the same text. */
export function describeShipped(): BillOfMaterials {
  return buildBillOfMaterials(readLock(), readBundledPackages(['out/bundled', `${functionsDir}/bundled`]));
}

export function buildBillOfMaterials(lock: Lock, bundled: readonly string[]): BillOfMaterials {
  const { version = '', license = '' } = lock[''] ?? {};
  const shipped = new Map<string, { locked: LockedPackage; name: string; how: Set<Shipping | 'runtime'> }>();
  const add = (path: string, how: Shipping | 'runtime'): void => {
    const locked = lock[path];
    if (locked === undefined) throw new Error(`${path} is shipped, but is not in the lock file.`);
    const name = findPackageName(path);
    const known = shipped.get(`${name}@${locked.version}`) ?? { locked, name, how: new Set() };
    known.how.add(how);
    shipped.set(`${name}@${locked.version}`, known);
  };
  for (const path of listPackedWhole(lock)) add(path, 'whole');
  for (const path of bundled) add(path, 'bundled');
  add('node_modules/electron', 'runtime');

  const components = [...shipped.values()]
    .map(({ locked, name, how }) => buildComponent(name, locked, [...how]))
    .toSorted((a, b) => (a.purl < b.purl ? -1 : 1));
  const purl = `pkg:generic/sluice@${version}`;
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${computeUuid(JSON.stringify([version, components]))}`,
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': purl,
        name: 'sluice',
        version,
        licenses: [{ expression: license }],
      },
    },
    components,
  };
}

/** The packager copies what main needs at run time. An optional package serves a conformance table alone. */
function listPackedWhole(lock: Lock): readonly string[] {
  return Object.entries(lock)
    .filter(([path, { dev, devOptional, optional }]) => path !== '' && !dev && !devOptional && !optional)
    .map(([path]) => path);
}

function findPackageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}

function buildComponent(
  name: string,
  { version = '', license, integrity }: LockedPackage,
  how: readonly (Shipping | 'runtime')[],
): Component {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const sha512 = integrity?.startsWith('sha512-') === true ? integrity.slice('sha512-'.length) : undefined;
  return {
    type: how.includes('runtime') ? 'framework' : 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(sha512 === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') } as const] }),
    properties: how.toSorted().map((value) => ({ name: shippingProperty, value })),
  };
}

/** A name-based UUID, so that two bills with the same contents have the same number. */
function computeUuid(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  const variant = ((Number.parseInt(hash.charAt(16), 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** An archive as the comparison needs it: the packages in it by name and version, and the text of its licences. */
interface PackedPackages {
  readonly whole: readonly string[];
  readonly licences: string;
}

/** Lists what is shipped under a licence that no one has agreed to. */
export function findOtherLicences({ components }: BillOfMaterials): readonly string[] {
  return components.flatMap(({ name, licenses = [] }) => {
    const expression = licenses[0]?.expression;
    return expression !== undefined && shippedLicences.has(expression)
      ? []
      : [`${name} is shipped, and its licence (${expression ?? 'none'}) is not in the list`];
  });
}

/** Compares the bill with an archive in both directions; empty if each names all that the other has. */
export function compareWithArchive(
  { components }: BillOfMaterials,
  { whole, licences }: PackedPackages,
): readonly string[] {
  const listShipped = (how: Shipping) =>
    new Set(
      components
        .filter(({ properties }) => properties.some(({ value }) => value === how))
        .map(({ name, version }) => `${name}@${version}`),
    );
  // Each licence begins with a line such as "zod 4.6.7 (MIT)".
  const licensed = new Set(
    [...licences.matchAll(/^((?:@[\w.-]+\/)?[\w.-]+) (\d[\w.+-]*) \(/gm)].map(
      ([, name, version]) => `${name}@${version}`,
    ),
  );
  const packed = new Set(whole);
  return [
    ...listMissing(listShipped('whole'), packed, 'the bill of materials names', 'which app.asar lacks'),
    ...listMissing(packed, listShipped('whole'), 'app.asar has', 'which the bill of materials does not name'),
    ...listMissing(listShipped('bundled'), licensed, 'the built files hold', 'whose licence app.asar lacks'),
    ...listMissing(
      licensed,
      listShipped('bundled'),
      'app.asar has the licence of',
      'which no built file holds',
    ),
  ];
}

function listMissing(
  these: ReadonlySet<string>,
  those: ReadonlySet<string>,
  says: string,
  problem: string,
): readonly string[] {
  return [...these].filter((one) => !those.has(one)).map((one) => `${says} ${one}, ${problem}`);
}
