import { describe, expect, test } from 'vitest';
import {
  buildBillOfMaterials,
  compareWithArchive,
  findOtherLicences,
} from '#scripts/package/bill-of-materials.ts';
import { findPackageOfFile } from '#scripts/package/bundled-packages.ts';

const lock = {
  '': { version: '1.2.3', license: 'Apache-2.0' },
  'node_modules/zod': { version: '4.0.0', license: 'MIT', integrity: 'sha512-AAEC' },
  'node_modules/jose': { version: '6.0.0', license: 'MIT' },
  'node_modules/jose/node_modules/zod': { version: '3.0.0', license: 'MIT' },
  'node_modules/react': { version: '19.0.0', license: 'MIT', dev: true },
  'node_modules/vitest': { version: '4.0.0', license: 'MIT', dev: true },
  'node_modules/electron': { version: '45.0.0', license: 'MIT', dev: true },
  'node_modules/@some/binary': { version: '1.0.0', license: 'MIT', optional: true },
};
const bill = buildBillOfMaterials(lock, ['node_modules/react', 'node_modules/zod']);
const licences = ['react 19.0.0 (MIT)\n\nPermission is granted', 'zod 4.0.0 (MIT)\n\nPermission'].join('\n');
const whole = ['zod@4.0.0', 'jose@6.0.0', 'zod@3.0.0'];

describe('the bill of materials', () => {
  test('names each package once, with how it is shipped, and no tool', () => {
    expect(
      bill.components.map(({ purl, type, properties }) => [
        purl,
        type,
        properties.map(({ value }) => value).join(', '),
      ]),
    ).toEqual([
      ['pkg:npm/electron@45.0.0', 'framework', 'runtime'],
      ['pkg:npm/jose@6.0.0', 'library', 'whole'],
      ['pkg:npm/react@19.0.0', 'library', 'bundled'],
      ['pkg:npm/zod@3.0.0', 'library', 'whole'],
      ['pkg:npm/zod@4.0.0', 'library', 'bundled, whole'],
    ]);
  });

  test('has the checksum that the lock file has, in hexadecimal digits', () => {
    const zod = bill.components.find(({ purl }) => purl === 'pkg:npm/zod@4.0.0');
    expect(zod?.hashes).toEqual([{ alg: 'SHA-512', content: '000102' }]);
  });

  test('is the same for the same contents, and has another number for others', () => {
    expect(buildBillOfMaterials(lock, ['node_modules/zod', 'node_modules/react'])).toEqual(bill);
    const other = buildBillOfMaterials(lock, ['node_modules/react']);
    expect(other.serialNumber).not.toBe(bill.serialNumber);
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    );
  });

  test('cannot be made if a bundled package is not in the lock file', () => {
    expect(() => buildBillOfMaterials(lock, ['node_modules/left-pad'])).toThrow(/left-pad is shipped/);
  });

  test('reports a licence that is not in the list', () => {
    expect(findOtherLicences(bill)).toEqual([]);
    const strict = { ...lock, 'node_modules/jose': { version: '6.0.0', license: 'GPL-3.0-only' } };
    expect(findOtherLicences(buildBillOfMaterials(strict, []))).toEqual([
      'jose is shipped, and its licence (GPL-3.0-only) is not in the list',
    ]);
  });
});

describe('compared with an archive, the bill of materials', () => {
  test('agrees with what it was made from', () => {
    expect(compareWithArchive(bill, { whole, licences })).toEqual([]);
  });

  test.each([
    [{ whole: whole.slice(1), licences }, 'the bill of materials names zod@4.0.0, which app.asar lacks'],
    [
      { whole: [...whole, 'left-pad@1.0.0'], licences },
      'app.asar has left-pad@1.0.0, which the bill of materials does not name',
    ],
    [
      { whole, licences: licences.replace('react 19', 'preact 19') },
      'the built files hold react@19.0.0, whose licence app.asar lacks',
    ],
    [
      { whole, licences: `${licences}\n@a/b 2.0.0-rc.1 (ISC)` },
      'app.asar has the licence of @a/b@2.0.0-rc.1, which no built file holds',
    ],
  ])('reports a difference in either direction: %#', (archive, problem) => {
    expect(compareWithArchive(bill, archive)).toContain(problem);
  });
});

test.each([
  [`${process.cwd()}/node_modules/zod/v4/core.js`, 'node_modules/zod'],
  [`\0${process.cwd()}/node_modules/@base-ui/react/a.js?commonjs-es-import`, 'node_modules/@base-ui/react'],
  [
    `${process.cwd()}/node_modules/recharts/node_modules/reselect/a.mjs`,
    'node_modules/recharts/node_modules/reselect',
  ],
  [`${process.cwd()}/src-renderer/app.tsx`, undefined],
  ['\0vite/preload-helper.js', undefined],
])('the package of the module %s is found', (module, folder) => {
  expect(findPackageOfFile(module)).toBe(folder);
});
