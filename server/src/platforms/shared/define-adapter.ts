import type { Adapter, Call, CredentialSetting, PlatformAdapter } from '../adapter.ts';

type Hosts = Readonly<Record<string, string>>;
type Settings = readonly CredentialSetting[];

/** The call that follows from what an adapter declares: `hosts` and `credentials` have exactly those keys. */
export type CallOf<H extends Hosts, S extends Settings> = Call<keyof H & string, S[number]['name']>;

/**
 * Checks that an adapter uses only the hosts and credentials that it declares, and then erases their names, so that the
 * registry holds adapters of one type. Nothing else erases them. It is sound because `createPlatforms` builds each call
 * from the hosts and settings of the adapter that receives it.
 */
export function defineAdapter<const H extends Hosts, const S extends Settings>(
  adapter: Adapter<NoInfer<CallOf<H, S>>> & { hosts: H; settings: S },
): PlatformAdapter {
  return adapter;
}
