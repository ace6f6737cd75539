import type { Connection } from '#shared/domain/connection.ts';

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
