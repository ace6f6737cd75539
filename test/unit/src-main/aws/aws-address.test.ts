import { describe, expect, it } from 'vitest';
import { awsAddress } from '#main/aws/aws-address.ts';
import { partitionOf } from '#shared/catalogue/iam/arns.ts';

describe('where AWS has its services', () => {
  it.each([
    ['eu-west-1', 'https://sts.eu-west-1.amazonaws.com', 'aws'],
    ['us-gov-west-1', 'https://sts.us-gov-west-1.amazonaws.com', 'aws-us-gov'],
    ['cn-north-1', 'https://sts.cn-north-1.amazonaws.com.cn', 'aws-cn'],
    ['eusc-de-east-1', 'https://sts.eusc-de-east-1.amazonaws.eu', 'aws-eusc'],
    ['us-iso-east-1', 'https://sts.us-iso-east-1.c2s.ic.gov', 'aws-iso'],
    ['us-isob-east-1', 'https://sts.us-isob-east-1.sc2s.sgov.gov', 'aws-iso-b'],
    ['eu-isoe-west-1', 'https://sts.eu-isoe-west-1.cloud.adc-e.uk', 'aws-iso-e'],
    ['us-isof-south-1', 'https://sts.us-isof-south-1.csp.hci.ic.gov', 'aws-iso-f'],
  ])('%s', (region, address, partition) => {
    expect(awsAddress('sts', region)).toBe(address);
    expect(partitionOf(region)).toBe(partition);
  });

  it('by the names that their hosts have', () => {
    expect(awsAddress('sfn', 'eu-west-1')).toBe('https://states.eu-west-1.amazonaws.com');
    expect(awsAddress('cloudwatch', 'eu-west-1')).toBe('https://monitoring.eu-west-1.amazonaws.com');
  });
});
