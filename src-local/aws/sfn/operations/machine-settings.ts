import { AwsError } from '../../protocol/aws-error.ts';
import { boolean, list, required, string, structure, type Infer } from '../../protocol/shapes.ts';
import { nameShape } from './sfn-operation.ts';

/**
 * Settings that a set-up script names at their defaults. There are no logs, traces or keys here, so anything else
 * is refused.
 */
export const loggingConfiguration = structure({
  level: string({ oneOf: ['ALL', 'ERROR', 'FATAL', 'OFF'] }),
  includeExecutionData: boolean(),
  destinations: list(structure({ cloudWatchLogsLogGroup: structure({ logGroupArn: string() }) })),
});
export const tracingConfiguration = structure({ enabled: boolean() });
export const encryptionConfiguration = structure({
  type: required(string({ oneOf: ['AWS_OWNED_KEY', 'CUSTOMER_MANAGED_KMS_KEY'] })),
});

export const machineName = nameShape;
/** "Maximum length of 1048576." */
export const definitionText = string({ min: 1, max: 1_048_576 });
export const roleArnShape = string({ min: 1, max: 256 });

export const settings = {
  loggingConfiguration: { level: 'OFF', includeExecutionData: false },
  tracingConfiguration: { enabled: false },
} as const;

export function checkSettings(input: {
  loggingConfiguration?: Infer<typeof loggingConfiguration>;
  tracingConfiguration?: Infer<typeof tracingConfiguration>;
  encryptionConfiguration?: Infer<typeof encryptionConfiguration>;
  publish?: boolean;
}): void {
  const { loggingConfiguration: logging, tracingConfiguration: tracing } = input;
  const logs = logging?.includeExecutionData || (logging?.level !== undefined && logging.level !== 'OFF');
  if (logs || (logging?.destinations?.length ?? 0) > 0) {
    throw new AwsError(
      'InvalidLoggingConfiguration',
      'Invalid Logging Configuration: there are no logs here.',
    );
  }
  if (tracing?.enabled) {
    throw new AwsError(
      'InvalidTracingConfiguration',
      'Invalid Tracing Configuration: there is no tracing here.',
    );
  }
  if (input.encryptionConfiguration && input.encryptionConfiguration.type !== 'AWS_OWNED_KEY') {
    throw new AwsError(
      'InvalidEncryptionConfiguration',
      'Invalid Encryption Configuration: there are no keys here.',
    );
  }
  if (input.publish) {
    throw new AwsError('ValidationException', 'State machine versions are not supported here.');
  }
}

export function checkRole(role: string): void {
  if (/^arn:aws[a-z-]*:iam::\d*:role\/.+$/.test(role)) return;
  throw new AwsError('InvalidArn', `Invalid Role Arn: '${role}'`);
}
