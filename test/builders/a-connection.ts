import { connectionSchema, type Connection } from '#shared/domain/connection.ts';

export function aConnection(with_: Partial<Connection> = {}): Connection {
  return {
    id: 'staging',
    name: 'Staging',
    environment: 'staging',
    stage: 'staging',
    aws: { region: 'eu-west-1', accountId: '111122223333', profile: 'staging' },
    ...with_,
  };
}

/** Has an address for each service that may have one. */
export const everyEndpoint: NonNullable<Connection['aws']['endpoints']> = Object.fromEntries(
  Object.keys(connectionSchema.shape.aws.shape.endpoints.unwrap().shape).map((service) => [
    service,
    `https://${service}.example.com`,
  ]),
);
