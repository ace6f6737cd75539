import { expect, test } from 'vitest';
import { pathOfLink } from '#main/electron/deep-link.ts';

const arn = 'arn:aws:states:eu-west-1:111122223333:execution:extraction:b-0001_run-2';

test.each([
  ['sluice://batch/b-0001', '/find?id=b-0001'],
  ['sluice://batch/b-0001/', '/find?id=b-0001'],
  ['SLUICE://batch/b-0001', '/find?id=b-0001'],
  ['sluice://document/D.2024_11-20@eu', '/find?id=D.2024_11-20%40eu'],
  ['sluice://queue/doc-extract-dlq', '/find?id=doc-extract-dlq'],
  [`sluice://execution/${arn}`, `/find?id=${encodeURIComponent(arn)}`],
  [`sluice://execution/${encodeURIComponent(arn)}`, `/find?id=${encodeURIComponent(arn)}`],
  ['sluice://page/triage', '/triage'],
  ['sluice://page/dead-letters', '/dead-letters'],
  ['sluice://page/settings/', '/settings'],
])('%s leads to %s', (link, path) => {
  expect(pathOfLink(link)).toBe(path);
});

test.each([
  '',
  'sluice',
  'sluice:',
  'sluice://',
  'sluice:///',
  'sluice://batch',
  'sluice://batch/',
  'sluice://batch//b-1',
  'sluice://batch/b-1/reprocess',
  'sluice://batch/b-1?action=reprocess',
  'sluice://batch/b-1#reprocess',
  'sluice://batch/b-1&role=admin',
  'sluice://user@batch/b-1',
  'sluice://batch:80/b-1',
  'sluice:batch/b-1',
  'sluice:/batch/b-1',
  'sluice://batch\\b-1',
  'sluice://batch/b-1\\..\\x',
  'sluice://reprocess/b-1',
  'sluice://redrive/queue',
  'sluice://settings',
  'sluice://page/gallery',
  'sluice://page/',
  'sluice://page/../triage',
  'sluice://page/%2e%2e%2ftriage',
  'sluice://page/triage%2F..',
  'sluice://page/TRIAGE',
  'sluice://page/__proto__',
  'sluice://batch/..',
  'sluice://batch/%2e%2e',
  'sluice://batch/..%2f..%2fetc',
  'sluice://batch/%00',
  'sluice://batch/b%00',
  'sluice://batch/b-1%0a',
  'sluice://batch/%E0%A4%A',
  'sluice://batch/%',
  'sluice://batch/b 1',
  'sluice://batch/b-1\n',
  ' sluice://batch/b-1',
  'sluice://batch/<script>',
  'sluice://batch/%3Cscript%3E',
  'sluice://batch/"--home=x',
  "sluice://batch/b'1",
  'sluice://batch/b;rm',
  'sluice://batch/$(id)',
  'sluice://batch/b|c',
  'sluice://batch/bé',
  'sluice://batch/%C3%A9',
  'sluice://batch/-b',
  'sluice://batch/.hidden',
  `sluice://batch/${'a'.repeat(257)}`,
  `sluice://batch/${'%61'.repeat(400)}`,
  'https://batch/b-1',
  'javascript:alert(1)//sluice://batch/b-1',
  'file:///sluice://batch/b-1',
  'xsluice://batch/b-1',
])('%j leads nowhere', (link) => {
  expect(pathOfLink(link)).toBeUndefined();
});

test('no link can name anything but a page or a search', () => {
  const paths = ['batch', 'document', 'execution', 'queue'].map((kind) =>
    pathOfLink(`sluice://${kind}/x=1@a:b`),
  );
  expect(paths).toEqual(Array.from({ length: 4 }, () => '/find?id=x%3D1%40a%3Ab'));
});
