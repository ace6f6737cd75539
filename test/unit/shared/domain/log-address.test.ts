import { expect, it } from 'vitest';
import { buildLogAddress } from '#shared/domain/log-address.ts';

const asked = {
  region: 'eu-central-1',
  functionName: 'autowire-process-document-prod',
  from: 1_763_640_000_000,
  to: 1_763_640_010_000,
  contains: 'f1a2-b3',
};

it('leads to the log group of the function, between two times and filtered', () => {
  expect(buildLogAddress(asked)).toEqual({
    logGroup: '/aws/lambda/autowire-process-document-prod',
    url: 'https://eu-central-1.console.aws.amazon.com/cloudwatch/home?region=eu-central-1#logsV2:log-groups/log-group/$252Faws$252Flambda$252Fautowire-process-document-prod/log-events$3FfilterPattern$3D$2522f1a2-b3$2522$26start$3D1763639995000$26end$3D1763640070000',
  });
});

it.each([
  ['cn-north-1', 'https://cn-north-1.console.amazonaws.cn/'],
  ['us-gov-west-1', 'https://us-gov-west-1.console.amazonaws-us-gov.com/'],
])('has the console of the partition of %s', (region, start) => {
  expect(buildLogAddress({ ...asked, region }).url?.startsWith(start)).toBe(true);
});

it('gives no address for a name that no function can have', () => {
  expect(buildLogAddress({ ...asked, functionName: 'a b' }).url).toBeNull();
  expect(buildLogAddress({ ...asked, region: 'x.example' }).url).toBeNull();
});
