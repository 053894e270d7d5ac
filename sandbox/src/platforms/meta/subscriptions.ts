import type { Route } from '../../core/platform.ts';
import type { Shape } from '../../core/wire/parameters.ts';
import { collection, type Reader } from '../../core/state/store.ts';
import { refuseParameter } from './errors.ts';
import type { Definition } from './graph-route.ts';

type Subscription = { readonly fields: readonly string[] };

const subscriptionsOf = (platform: string) => collection<Subscription>(`${platform}/subscriptions`);

export const isSubscribed = (reader: Reader, platform: string, accountId: string, field: string): boolean =>
  subscriptionsOf(platform).get(reader, accountId)?.fields.includes(field) === true;

type Table<Caller> = {
  readonly platform: string;
  readonly appId: string;
  readonly path: string;
  readonly scope: string;
  readonly fields: readonly string[];
  idOf(caller: Caller): string;
  route<S extends Shape>(definition: Definition<Caller, S>): Route;
};

export function subscriptionRoutes<Caller>(table: Table<Caller>): readonly Route[] {
  const { platform, appId, path, scope, fields: known, idOf, route } = table;
  const stored = subscriptionsOf(platform);
  return [
    route({
      method: 'POST',
      path,
      operation: 'subscribe',
      scope,
      parameters: { subscribed_fields: 'array!' },
      handle: (call, caller, { subscribed_fields: requested }) => {
        const fields = requested.map(String);
        if (!fields.every((field) => known.includes(field))) {
          refuseParameter(call, `Param subscribed_fields[0] must be one of {${known.join(', ')}}`);
        }
        call.commit((tx) => stored.put(tx, idOf(caller), { fields }));
        return { success: true };
      },
    }),
    route({
      method: 'GET',
      path,
      operation: 'listSubscriptions',
      scope,
      parameters: {},
      handle: (call, caller) => {
        const subscription = stored.get(call.store, idOf(caller));
        return { data: subscription === undefined ? [] : [{ id: appId, subscribed_fields: subscription.fields }] };
      },
    }),
    route({
      method: 'DELETE',
      path,
      operation: 'unsubscribe',
      scope,
      parameters: {},
      handle: (call, caller) => {
        call.commit((tx) => stored.delete(tx, idOf(caller)));
        return { success: true };
      },
    }),
  ];
}
