import { findAwsPartition } from '../catalogue/iam/arns.ts';

interface LogQuestion {
  readonly region: string;
  readonly functionName: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** An id that the lines of interest contain. */
  readonly contains: string | null;
}

export interface LogAddress {
  readonly logGroup: string;
  /** The page of the AWS console; null for a partition whose console is not known. */
  readonly url: string | null;
}

/** A function writes its lines within moments, but clocks differ, and the last lines come after the answer. */
const beforeMs = 5_000;
const afterMs = 60_000;

const consoles: Readonly<Partial<Record<string, string>>> = {
  aws: 'console.aws.amazon.com',
  'aws-cn': 'console.amazonaws.cn',
  'aws-us-gov': 'console.amazonaws-us-gov.com',
};

/**
 * Builds the address of a function's log group in the AWS console, between two times and filtered. Nothing is read: a
 * person opens it with their own sign-in. The group is the one that Lambda uses unless the function names another.
 */
export function buildLogAddress({ region, functionName, from, to, contains }: LogQuestion): LogAddress {
  const logGroup = `/aws/lambda/${functionName}`;
  const host = consoles[findAwsPartition(region)];
  const isPlain = /^[a-z0-9-]{2,30}$/.test(region) && /^[\w-]{1,140}$/.test(functionName);
  if (host === undefined || !isPlain) return { logGroup, url: null };
  const parameters = [
    // Quoted, because a term with a hyphen would be read as an exclusion.
    ...(contains === null
      ? []
      : [`filterPattern=${encodeURIComponent(`"${contains.replaceAll('"', '')}"`)}`]),
    `start=${Math.floor(from - beforeMs)}`,
    `end=${Math.ceil(to + afterMs)}`,
  ].join('&');
  const place = `log-group/${escapeTwice(logGroup)}/log-events${escapeOnce(`?${parameters}`)}`;
  return {
    logGroup,
    url: `https://${region}.${host}/cloudwatch/home?region=${region}#logsV2:log-groups/${place}`,
  };
}

/** The console of CloudWatch writes "%" as "$" in the part of its addresses behind the "#". */
function escapeOnce(text: string): string {
  return encodeURIComponent(text).replaceAll('%', '$');
}

function escapeTwice(text: string): string {
  return encodeURIComponent(encodeURIComponent(text)).replaceAll('%', '$');
}
