import { expect, test } from 'vitest';
import { externalUrlAllowed } from '#main/electron/external-url.ts';
import { hostileUrls } from './hostile-urls.ts';

test.each([
  'https://console.aws.amazon.com/',
  'https://console.aws.amazon.com/cloudwatch/home?region=eu-west-1#alarmsV2:',
  'https://eu-west-1.console.aws.amazon.com/states/home?region=eu-west-1#/v2/executions/details/arn:aws:states:x',
  'https://111122223333-abcd1234.eu-west-1.console.aws.amazon.com/sqs/v3/home',
  'https://docs.aws.amazon.com/step-functions/latest/dg/redrive-executions.html',
  'HTTPS://DOCS.AWS.AMAZON.COM/',
  'https://docs.aws.amazon.com:443/',
])('opens %s', (url) => {
  expect(externalUrlAllowed(url)).toBe(true);
});

test.each(hostileUrls)('refuses %j', (url) => {
  expect(externalUrlAllowed(url)).toBe(false);
});

test.each(['app://console/triage', 'sluice://batch/b-1', 'https:docs.aws.amazon.com/'])(
  'refuses %s, which leads somewhere else',
  (url) => {
    expect(externalUrlAllowed(url)).toBe(false);
  },
);
