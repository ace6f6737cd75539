/** IAM's own words; written out as JSON it is what the AWS console and command line take. */
export interface PolicyDocument {
  readonly Version: '2012-10-17';
  readonly Statement: readonly PolicyStatement[];
}

export interface PolicyStatement {
  readonly Sid: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: readonly string[];
  readonly Resource: readonly string[];
  readonly Condition?: PolicyCondition;
}

/** Operator → key → values. */
export type PolicyCondition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html */
export const managedPolicyLimit = 6_144;

/** As IAM counts: every character but white space. */
export function policySize(document: PolicyDocument): number {
  return JSON.stringify(document).replace(/\s/g, '').length;
}
