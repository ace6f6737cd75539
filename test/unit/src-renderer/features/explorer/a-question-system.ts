import { system } from '#shared/catalogue/declaration.ts';
import { locate } from '#shared/catalogue/questions/locate.ts';
import type { AttributeValue, Attributes } from '#shared/catalogue/items/attribute-value.ts';
import type { ReadItem } from '#shared/contract/explorer.ts';

/** Parcels of a shop: small, and with one of everything that the Explorer draws. */
export const shop = system({
  id: 'shop',
  name: 'Shop',
  about: 'Parcels and who gets them.',
  tables: {
    main: {
      name: 'shop',
      partition: { name: 'PK', type: 'S' },
      sort: { name: 'SK', type: 'S' },
      timeToLive: 'ttl',
      indexes: {
        ByState: {
          partition: { name: 'GSI1PK', type: 'S' },
          sort: { name: 'GSI1SK', type: 'S' },
          projection: 'ALL',
        },
      },
    },
  },
  entities: {
    Parcel: {
      table: 'main',
      about: 'A parcel on its way.',
      keys: {
        PK: 'SHOP#{shopId}',
        SK: 'PARCEL#{parcelId}',
        GSI1PK: 'SHOP#{shopId}#STATE#{state}',
        GSI1SK: '{sentAt:time}',
      },
      sparse: { ByState: 'while it is on its way' },
      status: { attribute: 'state', moves: { PROCESSING: ['SUCCEEDED'] } },
      attributes: {
        version: { type: 'number' },
        shopId: { type: 'text' },
        parcelId: { type: 'text' },
        state: { type: 'text', oneOf: ['PROCESSING', 'SUCCEEDED'] },
        sentAt: { type: 'time' },
        weight: { type: 'number' },
        buyer: { type: 'e-mail', private: 'an e-mail address' },
        lines: { type: 'list' },
      },
    },
    Shop: {
      table: 'main',
      keys: { PK: 'SHOP#{shopId}', SK: 'METADATA' },
      attributes: { version: { type: 'number' }, name: { type: 'text' } },
    },
  },
  patterns: {
    parcelsOfShop: {
      number: 'AP1',
      asks: 'Which parcels has this shop?',
      title: 'Parcels of a shop',
      on: 'main',
      partition: 'SHOP#{shopId}',
      sort: { beginsWith: 'PARCEL#' },
      returns: ['Parcel'],
      gives: 'many',
    },
    parcelsByState: {
      number: 'AP2',
      asks: 'Which parcels of this shop are in a state?',
      title: 'Parcels by state',
      on: 'main.ByState',
      partition: 'SHOP#{shopId}#STATE#{state}',
      order: 'newest first',
      returns: ['Parcel'],
      gives: 'many',
      pageSize: 10,
    },
    parcelOfBuyer: {
      number: 'AP3',
      asks: 'Which parcel is for this address?',
      title: 'Parcel of a buyer',
      on: 'main',
      partition: 'SHOP#{shopId}',
      sort: { equals: 'BUYER#{buyer:email}' },
      returns: ['Parcel'],
      gives: 'one',
    },
    parcelOfSender: {
      number: 'AP5',
      asks: 'Which parcel was sent by this address?',
      title: 'Parcel of a sender',
      on: 'main',
      partition: 'SHOP#{shopId}',
      sort: { equals: 'SENDER#{sender:email}' },
      returns: ['Shop'],
      gives: 'one',
    },
    parcelOfBuyerAsText: {
      number: 'AP6',
      asks: 'Which parcel is for this buyer?',
      title: 'Parcel of a buyer, as text',
      on: 'main',
      partition: 'SHOP#{shopId}',
      sort: { equals: 'BUYER#{buyer}' },
      returns: ['Parcel'],
      gives: 'one',
    },
    everythingOfShop: {
      number: 'AP4',
      asks: 'What is known of this shop?',
      title: 'A shop with all it has',
      on: 'main',
      partition: 'SHOP#{shopId}',
      returns: ['Shop', 'Parcel'],
      gives: 'many',
    },
  },
  parameters: { shopId: { label: 'Shop', example: 'corner' } },
  samples: {
    main: [
      { PK: 'SHOP#corner', SK: 'METADATA', name: 'The corner' },
      {
        PK: 'SHOP#corner',
        SK: 'PARCEL#p-1',
        GSI1PK: 'SHOP#corner#STATE#PROCESSING',
        GSI1SK: '2026-11-20T10:00:00.000Z',
        state: 'PROCESSING',
      },
    ],
  },
});

export type ShopPattern = keyof typeof shop.patterns;

export function located(pattern: ShopPattern) {
  return locate(shop, pattern);
}

export function aParcel(change: Record<string, AttributeValue> = {}, item: Partial<ReadItem> = {}): ReadItem {
  const attributes: Attributes = {
    PK: { S: 'SHOP#corner' },
    SK: { S: 'PARCEL#p-1' },
    GSI1PK: { S: 'SHOP#corner#STATE#PROCESSING' },
    GSI1SK: { S: '2026-11-20T10:00:00.000Z' },
    version: { N: '3' },
    state: { S: 'PROCESSING' },
    sentAt: { S: '2026-11-20T10:00:00.000Z' },
    weight: { N: '1.25' },
    ...change,
  };
  return {
    handle: 'handle',
    entity: 'Parcel',
    attributes,
    bytes: 200,
    catchingUp: false,
    expired: false,
    ...item,
  };
}
