import { expect, test } from 'vitest';
import { pathOfLink } from '#main/electron/deep-link.ts';
import { hostileLinks } from './hostile-links.ts';

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:extraction:b-0001_run-2';

test.each([
  ['sluice://batch/b-0001', '/find?id=b-0001&as=batch'],
  ['sluice://batch/b-0001/', '/find?id=b-0001&as=batch'],
  ['SLUICE://batch/b-0001', '/find?id=b-0001&as=batch'],
  ['sluice://document/D.2024_11-20@eu', '/find?id=D.2024_11-20%40eu&as=document'],
  ['sluice://queue/doc-extract-dlq', '/find?id=doc-extract-dlq'],
  [`sluice://execution/${arn}`, `/find?id=${encodeURIComponent(arn)}&as=execution`],
  [`sluice://execution/${encodeURIComponent(arn)}`, `/find?id=${encodeURIComponent(arn)}&as=execution`],
  ['sluice://page/triage', '/triage'],
  ['sluice://page/dead-letters', '/dead-letters'],
  ['sluice://page/settings/', '/settings'],
])('%s leads to %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each(hostileLinks)('%j leads nowhere', (link) => {
  expect(pathOfLink(link)).toBeUndefined();
});

test('no link can name anything but a page or a search', () => {
  const paths = ['batch', 'document', 'execution', 'queue'].map((kind) =>
    pathOfLink(`sluice://${kind}/x=1@a:b`),
  );
  const search = '/find?id=x%3D1%40a%3Ab';
  const as = ['&as=batch', '&as=document', '&as=execution', ''];
  expect(paths).toEqual(as.map((kind) => search + kind));
});
