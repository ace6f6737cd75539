import { managedPolicyLimit, policySize } from '#shared/catalogue/iam/policy-document.ts';
import type { PolicyDocument } from '#shared/catalogue/iam/policy-document.ts';
import type { JsonValue } from '#renderer/ui/json-view/json-value.ts';
import { describeCount } from '#renderer/ui/data-table/describe-rows.ts';

export interface ReadPolicy {
  readonly value: JsonValue;
  /** Of what IAM takes in a managed policy, white space not counted. */
  readonly size: number;
  readonly fits: boolean;
  readonly sizeWords: string;
}

/** The text is main's own, so it is JSON of a policy. */
export function readPolicy(text: string): ReadPolicy {
  const document = JSON.parse(text) as PolicyDocument & JsonValue;
  const size = policySize(document);
  return {
    value: document,
    size,
    fits: size <= managedPolicyLimit,
    sizeWords: `${describeCount(size)} of ${describeCount(managedPolicyLimit)} characters`,
  };
}
