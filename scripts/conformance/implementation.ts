import { pocketAws } from '#local/aws/pocket-aws.ts';
import { requestHandler } from '#local/aws/request-handler.ts';
import { drivenClock } from '#local/world/clock.ts';
import type { Clients, Need, Service } from './assertion.ts';
import { services } from './assertion.ts';
import { clientsAt, closeClients, type Endpoints } from './clients-at.ts';
import type { DrivenClock } from './tools.ts';

/** Represents something that claims to behave as AWS. */
export interface Implementation {
  readonly name: string;
  readonly services: readonly Service[];
  readonly grants: readonly Need[];
  /** This is how many assertions may run at the same time. */
  readonly parallel: number;
  readonly open: () => Surroundings;
}

/** This is the environment of one assertion. */
export interface Surroundings {
  readonly clients: Clients;
  readonly clock: DrivenClock | undefined;
  readonly close: () => void;
}

/** Opens a fresh world for each assertion, on a clock that only the assertion moves. */
export function pocketAwsInProcess(): Implementation {
  return {
    name: 'Pocket AWS',
    services,
    grants: ['clock', 'strictness'],
    parallel: 1,
    open() {
      const clock = drivenClock(Date.UTC(2026, 0, 5, 9, 0, 0));
      const aws = pocketAws({ clock });
      const clients = clientsAt({}, requestHandler(aws.dispatch));
      return {
        clients,
        clock,
        close() {
          closeClients(clients);
          aws.close();
        },
      };
    },
  };
}

/** Uses the given endpoints, whose time cannot be moved. */
export function implementationAt(name: string, endpoints: Endpoints): Implementation {
  const clients = clientsAt(endpoints);
  return {
    name,
    services: services.filter((service) => endpoints[service] !== undefined),
    grants: process.env['AWS_ACCESS_KEY_ID'] === undefined ? [] : ['credentials'],
    parallel: 6,
    open: () => ({ clients, clock: undefined, close: () => {} }),
  };
}
